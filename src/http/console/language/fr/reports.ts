import type { reports as english } from '../en/reports.ts';

export const reports: Record<keyof typeof english, string> = {
  // The list.
  reports_about: 'Chaque chiffre vient du grand livre, au point près.',
  report_overview: 'Vue d’ensemble',
  report_roll_forward: 'Mouvement du solde',
  report_points: 'Points',
  report_liability: 'Passif',
  report_tiers: 'Niveaux',
  report_rules: 'Règles',
  report_rewards: 'Récompenses',
  report_members: 'Membres',
  report_referrals: 'Parrainages',
  report_deferred_revenue: 'Produits différés',
  report_cohorts: 'Cohortes',
  report_forecast: 'Prévision',
  report_books: 'Comptes',
  report_about_roll_forward:
    'Comment les points en circulation sont passés de l’ouverture à la clôture, au point près.',
  report_about_overview:
    'Ce qui a été vendu, qui est venu, ce que le programme a donné, ce qui a été utilisé et ce qui reste.',
  report_about_points: 'Combien de points ont bougé, de chaque façon, et en combien de transactions.',
  report_about_liability:
    'Les points que le programme doit à la fin de chaque période, et ceux qui peuvent suivre.',
  report_about_tiers: 'Les points des clients selon leur niveau du moment.',
  report_about_rules: 'Les points donnés par chaque règle, et ce qui en a été repris.',
  report_about_rewards: 'Les points dépensés pour chaque récompense, et ce qui en est revenu.',
  report_about_members: 'Qui est devenu membre, qui ne l’est plus, et combien il y en a.',
  report_about_referrals: 'Combien d’amis ont demandé un code, l’ont utilisé et sont devenus clients.',
  report_about_deferred_revenue:
    'Quelle part des ventes nettes est différée pour les points donnés, et devient un produit quand ils sont utilisés.',
  report_about_cohorts:
    'Ce que les clients devenus membres le même mois ont gagné et utilisé depuis, mois par mois.',
  report_about_forecast: 'Combien des points donnés jusqu’ici seront utilisés, et quand.',
  report_about_books:
    'Les mois et leurs journaux\u00a0: lesquels sont clôturés, et ce que gardera la prochaine clôture.',
  report_note_roll_forward: 'Les points retirés à la main, fusionnés et importés sont dans le tableau.',
  report_note_deferred_revenue:
    'Là où la valeur d’un point est inconnue, rien n’est tracé\u00a0: point_value dans le fichier du programme l’indique.',

  // One report.
  report_whole_span: 'Sur toute la période',
  report_every_figure: 'Tous les chiffres',
  report_print: 'Imprimer',
  report_show_rows: 'Afficher {count, plural, one {# ligne} many {# de lignes} other {les # lignes}}',
  report_nothing_counted: 'Rien n’est encore compté.',
  report_counted: 'Compté jusqu’au {moment}, {zone}, et à la transaction {transaction}.',
  report_periods: 'Périodes',
  report_no_rows: 'Rien ne s’est passé ces jours-là',
  report_no_rows_about:
    'Choisissez une période plus longue. Les points apparaissent ici quelques secondes après leur mouvement.',
  report_cohort: 'Cohorte',
  report_others: '{count, plural, one {# autre} many {# d’autres} other {# autres}}',
  report_cohorts_about:
    'La part des points gagnés utilisée à ce jour, par mois entiers depuis l’arrivée des clients.',

  // The forecast.
  forecast_about: 'À partir de tous les points jusqu’à {month}',
  forecast_title: 'Utilisation des points donnés jusqu’ici',
  forecast_method:
    '«\u00a0Prévu six mois avant\u00a0» est la même prévision faite avec les mois précédents\u00a0: sa justesse dit combien se fier à celle-ci. Méthode\u00a0: chain ladder, avec l’erreur type de Mack.',
  forecast_little: 'Historique trop court',
  forecast_little_about:
    'Une prévision demande plusieurs mois de points gagnés et utilisés. Elle apparaîtra ici d’elle-même.',
  forecast_in_the_end: 'Utilisés au bout du compte',
  forecast_breakage: 'Jamais utilisés (breakage)',
  forecast_still: 'Points restant à utiliser',
  forecast_error: 'Erreur des six derniers mois',
  forecast_too_many: 'prévision trop élevée',
  forecast_too_few: 'prévision trop basse',
  forecast_expire: 'Expirent sous douze mois',
  forecast_points: 'points',
  forecast_summary: 'Points utilisés et prévus par mois',
  forecast_expected: 'Utilisations prévues',
  forecast_expected_before: 'Prévu six mois avant',
  forecast_expected_expiries: 'Expirations prévues',
  report_late: 'Comptés dans ces mois, bien que datés de mois déjà clôturés\u00a0: {booked}.',
  report_late_points: '{count, plural, one {# transaction} many {# de transactions} other {# transactions}}',
  report_late_sales: 'ventes nettes de {amount}',
  report_late_both: '{points} et {sales}',
};
