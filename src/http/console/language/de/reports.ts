import type { reports as english } from '../en/reports.ts';

export const reports: Record<keyof typeof english, string> = {
  // The list.
  reports_about: 'Jede Zahl stammt aus dem Punktebuch, auf den Punkt genau.',
  report_overview: 'Übersicht',
  report_roll_forward: 'Fortschreibung',
  report_points: 'Punkte',
  report_liability: 'Verbindlichkeit',
  report_tiers: 'Stufen',
  report_rules: 'Regeln',
  report_rewards: 'Prämien',
  report_members: 'Mitglieder',
  report_referrals: 'Empfehlungen',
  report_deferred_revenue: 'Abgegrenzter Umsatz',
  report_cohorts: 'Kohorten',
  report_forecast: 'Prognose',
  report_books: 'Bücher',
  report_about_roll_forward: 'Wie die offenen Punkte vom Anfang zum Ende kamen, auf den Punkt genau.',
  report_about_overview:
    'Was verkauft wurde, wer kam, was das Programm gab, was eingelöst wurde und was offen ist.',
  report_about_points: 'Wie viele Punkte sich wie bewegten und in wie vielen Buchungen.',
  report_about_liability:
    'Die Punkte, die das Programm am Ende jedes Zeitraums schuldet, und die noch folgen können.',
  report_about_tiers: 'Die Punkte der Kunden nach der Stufe, in der sie waren.',
  report_about_rules: 'Die Punkte, die jede Regel gab, und was davon zurückgenommen wurde.',
  report_about_rewards: 'Die Punkte, für die jede Prämie eingelöst wurde, und was davon zurückkam.',
  report_about_members: 'Wer Mitglied wurde, wer es nicht mehr ist und wie viele es sind.',
  report_about_referrals:
    'Wie viele Freunde einen Code angefragt, ihn verwendet haben und Kunden geworden sind.',
  report_about_deferred_revenue:
    'Wie viel vom Nettoumsatz für die gegebenen Punkte abgegrenzt ist und mit dem Einlösen zu Umsatz wird.',
  report_about_cohorts:
    'Was Kunden, die im selben Monat Mitglied wurden, seither sammelten und einlösten, Monat für Monat.',
  report_about_forecast: 'Wie viele der bisher gegebenen Punkte eingelöst werden und wann.',
  report_about_books:
    'Monate und ihre Journale: welche abgeschlossen sind und was der nächste Abschluss festhält.',
  report_note_roll_forward:
    'Von Hand abgezogene, zusammengeführte und importierte Punkte stehen in der Tabelle.',
  report_note_deferred_revenue:
    'Wo der Wert eines Punkts nicht bekannt ist, wird nichts gezeichnet: point_value in der Programmdatei nennt ihn.',

  // One report.
  report_whole_span: 'Im ganzen Zeitraum',
  report_every_figure: 'Alle Zahlen',
  report_print: 'Drucken',
  report_show_rows: '{count, plural, one {# Zeile} other {Alle # Zeilen}} zeigen',
  report_nothing_counted: 'Noch ist nichts gezählt.',
  report_counted: 'Gezählt bis {moment}, {zone}, und Buchung {transaction}.',
  report_periods: 'Zeiträume',
  report_no_rows: 'In diesen Tagen geschah nichts',
  report_no_rows_about:
    'Wählen Sie einen längeren Zeitraum. Punkte erscheinen hier einige Sekunden, nachdem sie sich bewegt haben.',
  report_cohort: 'Kohorte',
  report_others: '{count, plural, one {# andere} other {# andere}}',
  report_cohorts_about:
    'Der Teil der gesammelten Punkte, der bisher eingelöst wurde, nach ganzen Monaten seit dem Beitritt.',

  // The forecast.
  forecast_about: 'Aus allen Punkten bis {month}',
  forecast_title: 'Einlösung der bisher gegebenen Punkte',
  forecast_method:
    '„Sechs Monate vorher erwartet“ ist dieselbe Prognose aus den Monaten davor: Je näher sie lag, desto mehr ist dieser zu trauen. Methode: Chain-Ladder mit Macks Standardfehler.',
  forecast_little: 'Zu wenig Verlaufsdaten',
  forecast_little_about:
    'Eine Prognose braucht mehrere Monate, in denen Punkte gesammelt und eingelöst wurden. Sie erscheint hier von selbst.',
  forecast_in_the_end: 'Am Ende eingelöst',
  forecast_breakage: 'Nie eingelöst (Breakage)',
  forecast_still: 'Noch einzulösende Punkte',
  forecast_error: 'Fehler der letzten sechs Monate',
  forecast_too_many: 'zu viele erwartet',
  forecast_too_few: 'zu wenige erwartet',
  forecast_expire: 'Verfallen in zwölf Monaten',
  forecast_points: 'Punkte',
  forecast_summary: 'Eingelöste und erwartete Punkte nach Monat',
  forecast_expected: 'Erwartete Einlösungen',
  forecast_expected_before: 'Sechs Monate vorher erwartet',
  forecast_expected_expiries: 'Erwarteter Verfall',
  report_late: 'In diesen Monaten gebucht, obwohl in schon abgeschlossene Monate datiert: {booked}.',
  report_late_points: '{count, plural, one {# Buchung} other {# Buchungen}}',
  report_late_sales: 'Nettoumsatz von {amount}',
  report_late_both: '{points} und {sales}',
};
