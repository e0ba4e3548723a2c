import type { server as english } from '../en/server.ts';

export const server: Record<keyof typeof english, string> = {
  server_programs: '{count, plural, one {Ein Programm} other {Alle # Programme zusammen}} · {zone}',
  server_well: 'Nichts braucht Aufmerksamkeit.',
  server_attention: 'Braucht Aufmerksamkeit',
  server_webhook: 'Webhook {id}',
  warning_code_pool_empty: 'Ein Code-Vorrat ist leer: Importieren Sie neue Codes.',
  warning_code_pool_low: 'In einem Code-Vorrat sind weniger als 100 übrig.',
  warning_webhook_disabled: 'Ein Webhook ist ausgeschaltet.',
  warning_webhook_failing: 'Ein Webhook scheitert seit einer Stunde.',
  warning_program_change_unfinished: 'Eine Änderung eines Programms hat noch nicht jeden Kunden erreicht.',
  warning_ledger_drift: 'Das Punktebuch geht nicht auf: siehe unten.',
  warning_backup_failed: 'Die letzte Sicherung ist gescheitert: siehe unten.',
  warning_archive_failing:
    'Das Transaktionslog (WAL) von Postgres lässt sich nicht archivieren: siehe das Log des Servers.',
  warning_ledger_unchecked: 'Die Prüfung des Punktebuchs wird seit drei Tagen nicht fertig.',
  server_node: 'mit Node {version}',
  server_database: 'Datenbank',
  server_migration: 'Letzte Migration',
  server_tables: 'Größte Tabellen',
  server_table: 'Tabelle',
  server_size: 'Größe',
  server_rows: 'Zeilen, etwa',
  server_operators: 'Personen',
  server_operators_about:
    'Alle, die auf diesem Server etwas dürfen oder durften. Admins dürfen alles in jedem Programm.',
  server_roles: 'Rollen',
  server_operator_admin: 'Admin',
  server_operator_away: 'entfernt {day}',

  // The check of the ledger.
  ledger_check: 'Prüfung des Punktebuchs',
  ledger_last: 'Letzte Runde',
  ledger_present: 'Laufende Runde',
  ledger_before: 'Runde davor',
  ledger_found: 'Gefunden',
  ledger_round: '{moment}: {customers}, {transactions}',
  ledger_customers: '{count, plural, one {# Kunde} other {# Kunden}}',
  ledger_transactions: '{count, plural, one {# Buchung} other {# Buchungen}}',
  ledger_none_ended: 'noch keine beendet',
  ledger_since: '{customers} seit {moment}',
  ledger_none_goes_on: 'keine läuft; die nächste beginnt von selbst',
  ledger_replaced: 'ein Teil, {customers}, seit {moment}: Die laufende Runde hat sie abgelöst',
  ledger_well: 'nichts: Es geht auf',
  ledger_drifts:
    '{count, plural, one {eine Stelle, die nicht aufgeht} other {# Stellen, die nicht aufgehen}}',
  ledger_too_late: 'Eine früher gestartete Prüfung läuft schon.',
  ledger_check_now: 'Jetzt alles prüfen',
  ledger_about:
    'Server prüfen immer ein wenig, sodass es niemand merkt. Eine eigens gestartete Prüfung macht keine Pausen und belegt einen Prozessor von Postgres, bis sie endet; loyaltyd verify-ledger tut dasselbe in einem Snapshot.',
  ledger_of_about: '{done} von etwa {customers}',

  // Backups.
  backups: 'Sicherungen',
  backups_unknown:
    'Dieses Postgres archiviert kein Log. Werden Sicherungen anders gemacht, weiß der Server nichts davon: Erproben Sie sie, indem Sie eine wiederherstellen.',
  backups_last: 'Letzte Sicherung',
  backups_none: 'keine durch loyaltyd',
  backups_proven: 'Zuletzt erprobt',
  backups_archived: 'Log zuletzt archiviert',
  backups_failed: 'Zuletzt fehlgeschlagen',
  backups_not_made: 'Keine Sicherung gemacht ({moment}):',
  backups_not_proven: 'Die Prüfung der Sicherung ist gescheitert ({moment}):',
};
