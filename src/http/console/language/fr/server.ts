import type { server as english } from '../en/server.ts';

export const server: Record<keyof typeof english, string> = {
  server_programs:
    '{count, plural, one {Un programme} many {Les # de programmes ensemble} other {Les # programmes ensemble}} · {zone}',
  server_well: 'Rien ne demande d’attention.',
  server_attention: 'Demande de l’attention',
  server_webhook: 'webhook {id}',
  warning_code_pool_empty: 'Une réserve de codes est vide : importez-en d’autres.',
  warning_code_pool_low: 'Une réserve de codes en a moins de 100.',
  warning_webhook_disabled: 'Un webhook est désactivé.',
  warning_webhook_failing: 'Un webhook échoue depuis une heure.',
  warning_program_change_unfinished: 'Un changement d’un programme n’a pas encore atteint tous les clients.',
  warning_ledger_drift: 'Le registre ne tombe pas juste : voir plus bas.',
  warning_backup_failed: 'La dernière sauvegarde a échoué : voir plus bas.',
  warning_archive_failing: 'Le journal de Postgres ne peut pas être archivé : voir le journal du serveur.',
  warning_ledger_unchecked: 'La vérification du registre n’aboutit pas depuis trois jours.',
  server_node: 'sur Node {version}',
  server_database: 'Base de données',
  server_migration: 'Dernière migration',
  server_tables: 'Plus grandes tables',
  server_table: 'Table',
  server_size: 'Taille',
  server_rows: 'Lignes, environ',

  // The check of the ledger.
  ledger_check: 'Vérification du registre',
  ledger_last: 'Dernier tour',
  ledger_present: 'Tour en cours',
  ledger_before: 'Tour précédent',
  ledger_found: 'Trouvé',
  ledger_round: '{moment} : {customers}, {transactions}',
  ledger_customers: '{count, plural, one {# client} many {# de clients} other {# clients}}',
  ledger_transactions: '{count, plural, one {# transaction} many {# de transactions} other {# transactions}}',
  ledger_none_ended: 'aucun n’est encore terminé',
  ledger_since: '{customers} depuis le {moment}',
  ledger_none_goes_on: 'aucun ; le prochain commence de lui-même',
  ledger_replaced: 'une partie, {customers}, depuis le {moment} : le tour en cours a pris sa place',
  ledger_well: 'rien : les comptes tombent juste',
  ledger_drifts: '{count, plural, one {un écart} many {# d’écarts} other {# écarts}}',
  ledger_too_late: 'Une vérification demandée auparavant est déjà en cours.',
  ledger_check_now: 'Tout vérifier maintenant',
  ledger_about:
    'Les serveurs vérifient un peu à la fois, sans que personne ne le remarque. Une vérification demandée ne s’arrête pas et occupe un processeur de Postgres jusqu’à sa fin ; loyaltyd verify-ledger fait de même en un instantané.',
  ledger_of_about: '{done} sur environ {customers}',

  // Backups.
  backups: 'Sauvegardes',
  backups_unknown:
    'Ce Postgres n’archive aucun journal. Si des sauvegardes se font autrement, le serveur n’en sait rien : éprouvez-les en en restaurant une.',
  backups_last: 'Dernière sauvegarde',
  backups_none: 'aucune par loyaltyd',
  backups_proven: 'Dernière éprouvée',
  backups_archived: 'Dernier journal archivé',
  backups_failed: 'Dernier échec',
  backups_not_made: 'Aucune sauvegarde faite ({moment}) :',
  backups_not_proven: 'La sauvegarde n’a pas été éprouvée ({moment}) :',
};
