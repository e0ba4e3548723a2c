import type { server as english } from '../en/server.ts';

export const server: Record<keyof typeof english, string> = {
  server_programs:
    '{count, plural, one {Un programa} many {Los # de programas juntos} other {Los # programas juntos}} · {zone}',
  server_well: 'Nada requiere atención.',
  server_attention: 'Requiere atención',
  server_webhook: 'webhook {id}',
  warning_code_pool_empty: 'Una reserva de códigos está vacía: importa más.',
  warning_code_pool_low: 'En una reserva de códigos quedan menos de 100.',
  warning_webhook_disabled: 'Un webhook está desactivado.',
  warning_webhook_failing: 'Un webhook falla desde hace una hora.',
  warning_program_change_unfinished: 'Un cambio de un programa aún no ha llegado a todos los clientes.',
  warning_ledger_drift: 'El libro de puntos no cuadra: consulta más abajo.',
  warning_backup_failed: 'La última copia de seguridad falló: consulta más abajo.',
  warning_archive_failing:
    'El registro (WAL) de Postgres no se puede archivar: consulta el registro del servidor.',
  warning_ledger_unchecked: 'La comprobación del libro de puntos no termina desde hace tres días.',
  server_node: 'con Node {version}',
  server_database: 'Base de datos',
  server_migration: 'Última migración',
  server_tables: 'Tablas más grandes',
  server_table: 'Tabla',
  server_size: 'Tamaño',
  server_rows: 'Filas (aprox.)',
  server_operators: 'Personas',
  server_operators_about:
    'Todas las personas que pueden o podían hacer algo en este servidor. Los admins pueden todo en cada programa.',
  server_roles: 'Roles',
  server_operator_admin: 'admin',
  server_operator_away: 'acceso retirado el {day}',

  // The check of the ledger.
  ledger_check: 'Comprobación del libro de puntos',
  ledger_last: 'Última ronda',
  ledger_present: 'Ronda actual',
  ledger_before: 'Ronda anterior',
  ledger_found: 'Resultado',
  ledger_round: '{moment}: {customers}, {transactions}',
  ledger_customers: '{count, plural, one {# cliente} many {# de clientes} other {# clientes}}',
  ledger_transactions:
    '{count, plural, one {# transacción} many {# de transacciones} other {# transacciones}}',
  ledger_none_ended: 'aún no ha terminado ninguna',
  ledger_since: '{customers} desde el {moment}',
  ledger_none_goes_on: 'no hay ninguna; la siguiente empieza sola',
  ledger_replaced: 'una parte, {customers}, desde el {moment}: la ronda actual ocupó su lugar',
  ledger_well: 'nada: cuadra',
  ledger_drifts:
    '{count, plural, one {una cosa que no cuadra} many {# de cosas que no cuadran} other {# cosas que no cuadran}}',
  ledger_too_late: 'Ya está en curso una comprobación pedida antes.',
  ledger_check_now: 'Comprobar todo ahora',
  ledger_about:
    'Los servidores comprueban un poco cada vez, sin que nadie lo note. Una comprobación pedida no hace pausas y ocupa un procesador de Postgres hasta que termina; loyaltyd verify-ledger hace lo mismo en una sola instantánea.',
  ledger_of_about: '{done} de unos {customers}',

  // Backups.
  backups: 'Copias de seguridad',
  backups_unknown:
    'Este Postgres no archiva ningún registro. Si las copias se hacen de otro modo, el servidor no sabe de ellas: pruébalas restaurando una.',
  backups_last: 'Última copia',
  backups_none: 'ninguna de loyaltyd',
  backups_proven: 'Última verificada',
  backups_archived: 'Último registro archivado',
  backups_failed: 'Último fallo',
  backups_not_made: 'No se hizo ninguna copia ({moment}):',
  backups_not_proven: 'La copia no se pudo verificar ({moment}):',
};
