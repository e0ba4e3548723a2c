import type { server as english } from '../en/server.ts';

export const server: Record<keyof typeof english, string> = {
  server_programs:
    '{count, plural, one {Un programme} many {Les # de programmes ensemble} other {Les # programmes ensemble}} · {zone}',
  server_well: 'Rien ne demande votre attention.',
  server_attention: 'Demande votre attention',
  server_webhook: 'webhook {id}',
  warning_code_pool_empty: 'Une réserve de codes est vide\u00a0: importez-en d’autres.',
  warning_code_pool_low: 'Dans une réserve de codes, il en reste moins de 100.',
  warning_webhook_disabled: 'Un webhook est désactivé.',
  warning_webhook_failing: 'Un webhook échoue depuis une heure.',
  warning_program_change_unfinished:
    'Une modification d’un programme n’a pas encore atteint tous les clients.',
  warning_ledger_drift: 'Le grand livre présente des écarts\u00a0: voir ci-dessous.',
  warning_backup_failed: 'La dernière sauvegarde a échoué\u00a0: voir ci-dessous.',
  warning_archive_failing:
    'Le journal de Postgres ne peut pas être archivé\u00a0: voir le journal du serveur.',
  warning_ledger_unchecked: 'La vérification du grand livre n’aboutit pas depuis trois jours.',
  server_node: 'sur Node {version}',
  server_database: 'Base de données',
  server_migration: 'Dernière migration',
  server_tables: 'Plus grandes tables',
  server_table: 'Table',
  server_size: 'Taille',
  server_rows: 'Lignes, environ',
  server_operators: 'Personnes',
  server_operators_about:
    'Toutes les personnes qui peuvent ou pouvaient agir sur ce serveur. Les admins peuvent tout dans chaque programme.',
  server_roles: 'Rôles',
  server_operator_admin: 'admin',
  server_operator_away: 'accès retiré le {day}',

  // The check of the ledger.
  ledger_check: 'Vérification du grand livre',
  ledger_last: 'Dernière vérification',
  ledger_present: 'Vérification en cours',
  ledger_before: 'Vérification précédente',
  ledger_found: 'Trouvé',
  ledger_round: '{moment}\u00a0: {customers}, {transactions}',
  ledger_customers: '{count, plural, one {# client} many {# de clients} other {# clients}}',
  ledger_transactions: '{count, plural, one {# transaction} many {# de transactions} other {# transactions}}',
  ledger_none_ended: 'aucune n’est encore terminée',
  ledger_since: '{customers} depuis le {moment}',
  ledger_none_goes_on: 'aucune\u202f; la prochaine commence d’elle-même',
  ledger_replaced:
    'une partie, {customers}, depuis le {moment}\u00a0: la vérification en cours a pris sa place',
  ledger_well: 'rien\u00a0: les comptes sont justes',
  ledger_drifts: '{count, plural, one {un écart} many {# d’écarts} other {# écarts}}',
  ledger_too_late: 'Une vérification demandée auparavant est déjà en cours.',
  ledger_check_now: 'Tout vérifier maintenant',
  ledger_about:
    'Les serveurs vérifient peu à peu, sans que personne ne le remarque. Une vérification demandée ne fait pas de pause et occupe un processeur de Postgres jusqu’à sa fin\u202f; loyaltyd verify-ledger fait de même en un seul instantané.',
  ledger_of_about: '{done} sur environ {customers}',

  // Backups.
  backups: 'Sauvegardes',
  backups_unknown:
    'Ce Postgres n’archive aucun journal. Si des sauvegardes se font autrement, le serveur n’en sait rien\u00a0: testez-les en en restaurant une.',
  backups_last: 'Dernière sauvegarde',
  backups_none: 'aucune par loyaltyd',
  backups_proven: 'Dernier test réussi',
  backups_archived: 'Dernier journal archivé',
  backups_failed: 'Dernier échec',
  backups_not_made: 'Aucune sauvegarde faite ({moment})\u00a0:',
  backups_not_proven: 'Le test de la sauvegarde a échoué ({moment})\u00a0:',
};
