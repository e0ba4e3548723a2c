import type { reports as english } from '../en/reports.ts';

export const reports: Record<keyof typeof english, string> = {
  // The list.
  reports_about: 'Cada cifra sale del libro de puntos, punto por punto.',
  report_overview: 'Resumen',
  report_roll_forward: 'Evolución del saldo',
  report_points: 'Puntos',
  report_liability: 'Pasivo',
  report_tiers: 'Niveles',
  report_rules: 'Reglas',
  report_rewards: 'Recompensas',
  report_members: 'Miembros',
  report_referrals: 'Recomendaciones',
  report_deferred_revenue: 'Ingresos diferidos',
  report_cohorts: 'Cohortes',
  report_forecast: 'Previsión',
  report_books: 'Libros',
  report_about_roll_forward:
    'Cómo pasaron los puntos en circulación de la apertura al cierre, punto por punto.',
  report_about_overview:
    'Qué se vendió, quién llegó, qué dio el programa, qué se canjeó y qué sigue en circulación.',
  report_about_points: 'Cuántos puntos se movieron de cada forma y en cuántas transacciones.',
  report_about_liability: 'Los puntos que el programa debe al final de cada período y los que pueden seguir.',
  report_about_tiers: 'Los puntos de los clientes según el nivel que tenían.',
  report_about_rules: 'Los puntos que dio cada regla y los que se anularon.',
  report_about_rewards: 'Los puntos por los que se canjeó cada recompensa y lo que volvió de ellos.',
  report_about_members: 'Quién se hizo miembro, quién ya no lo es y cuántos hay.',
  report_about_referrals: 'Cuántos amigos pidieron un código, lo usaron y se hicieron clientes.',
  report_about_deferred_revenue:
    'Qué parte de las ventas netas se difiere por los puntos dados y pasa a ingreso al canjearse.',
  report_about_cohorts:
    'Lo que ganaron y canjearon desde entonces los clientes que se hicieron miembros el mismo mes, mes a mes.',
  report_about_forecast: 'Cuántos de los puntos dados hasta ahora se canjearán, y cuándo.',
  report_about_books: 'Los meses y sus diarios: cuáles están cerrados y qué conserva el próximo cierre.',
  report_note_roll_forward: 'Los puntos retirados a mano, fusionados e importados están en la tabla.',
  report_note_deferred_revenue:
    'Donde no se conoce el valor de un punto no se dibuja nada: point_value en el archivo del programa lo indica.',

  // One report.
  report_whole_span: 'En todo el período',
  report_every_figure: 'Todas las cifras',
  report_print: 'Imprimir',
  report_show_rows: 'Mostrar {count, plural, one {# fila} many {# de filas} other {las # filas}}',
  report_nothing_counted: 'Todavía no se ha contado nada.',
  report_counted: 'Contado hasta el {moment}, {zone}, y la transacción {transaction}.',
  report_periods: 'Períodos',
  report_no_rows: 'No pasó nada en estos días',
  report_no_rows_about:
    'Elige un período más largo. Los puntos aparecen aquí unos segundos después de moverse.',
  report_cohort: 'Cohorte',
  report_others: '{count, plural, one {# más} many {# de más} other {# más}}',
  report_cohorts_about:
    'La parte de los puntos ganados que se ha canjeado, por meses enteros desde que los clientes se unieron.',

  // The forecast.
  forecast_about: 'A partir de todos los puntos hasta {month}',
  forecast_title: 'Canje de los puntos dados hasta ahora',
  forecast_method:
    '«Previsto seis meses antes» es la misma previsión hecha con los meses anteriores: lo cerca que quedó dice cuánto fiarse de esta. Método: chain ladder, con el error estándar de Mack.',
  forecast_little: 'Historial insuficiente',
  forecast_little_about:
    'Una previsión necesita varios meses de puntos ganados y canjeados. Aparecerá aquí por sí sola.',
  forecast_in_the_end: 'Canjeados al final',
  forecast_breakage: 'Nunca canjeados (breakage)',
  forecast_still: 'Puntos por canjear',
  forecast_error: 'Error de los últimos seis meses',
  forecast_too_many: 'se esperaban demasiados',
  forecast_too_few: 'se esperaban demasiado pocos',
  forecast_expire: 'Caducan en doce meses',
  forecast_points: 'puntos',
  forecast_summary: 'Puntos canjeados y previstos por mes',
  forecast_expected: 'Canjes previstos',
  forecast_expected_before: 'Previsto seis meses antes',
  forecast_expected_expiries: 'Caducidades previstas',
  report_late: 'Anotado en estos meses aunque con fecha de meses ya cerrados: {booked}.',
  report_late_points:
    '{count, plural, one {# transacción} many {# de transacciones} other {# transacciones}}',
  report_late_sales: 'ventas netas de {amount}',
  report_late_both: '{points} y {sales}',
};
