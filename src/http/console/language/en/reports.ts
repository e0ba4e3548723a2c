/** The reports, the forecast and the books. */
export const reports = {
  // The list.
  reports_about: 'Every figure is the ledger’s, to the point.',
  report_overview: 'Overview',
  report_roll_forward: 'Roll-forward',
  report_points: 'Points',
  report_liability: 'Liability',
  report_tiers: 'Tiers',
  report_rules: 'Rules',
  report_rewards: 'Rewards',
  report_members: 'Members',
  report_referrals: 'Referrals',
  report_deferred_revenue: 'Deferred revenue',
  report_cohorts: 'Cohorts',
  report_forecast: 'Forecast',
  report_books: 'Books',
  report_about_roll_forward: 'How points outstanding went from opening to closing, to the point.',
  report_about_overview:
    'What was sold, who came, what the program gave, what was redeemed, and what is outstanding.',
  report_about_points: 'How many points moved in every way, and in how many transactions.',
  report_about_liability:
    'The points that the program owes at the end of each period, and those that may follow.',
  report_about_tiers: 'The points of customers by the tier that they were in.',
  report_about_rules: 'The points that each rule gave, and what was taken back of them.',
  report_about_rewards: 'The points that each reward was redeemed for, and what came back of them.',
  report_about_members: 'Who became a member, who is one no longer, and how many there are.',
  report_about_referrals: 'How many friends asked for a code, used it, and became customers.',
  report_about_deferred_revenue:
    'How much of net sales is deferred for the points that they gave, and becomes revenue as points are redeemed.',
  report_about_cohorts:
    'What customers who became members in the same month earned and redeemed since, month by month.',
  report_about_forecast: 'How many of the points given so far will be redeemed, and when.',
  report_about_books: 'Months and their journals: which are closed, and what closing the next one keeps.',
  report_note_roll_forward: 'Points removed by hand, merged and imported are in the table.',
  report_note_deferred_revenue:
    'Where the value of a point is not known, nothing is drawn: point_value in the program file states it.',

  // One report.
  report_whole_span: 'In the whole span',
  report_every_figure: 'Every figure',
  report_print: 'Print',
  report_show_rows: 'Show all {count, plural, one {# row} other {# rows}}',
  report_nothing_counted: 'Nothing is counted yet.',
  report_counted: 'Counted up to {moment}, {zone}, and transaction {transaction}.',
  report_periods: 'Periods',
  report_no_rows: 'Nothing happened in these days',
  report_no_rows_about: 'Choose a longer span. Points appear here some seconds after they move.',
  report_cohort: 'Cohort',
  report_others: '{count, plural, one {# other} other {# others}}',
  report_cohorts_about:
    'The part of the points earned that was redeemed so far, by whole months since its customers joined.',

  // The forecast.
  forecast_about: 'From all points up to {month}',
  forecast_title: 'Redemptions of the points given so far',
  forecast_method:
    '“Expected six months before” is the same forecast from the months before those: how near it came says how far to trust this one. Method: chain ladder, with Mack’s standard error.',
  forecast_little: 'Too little history',
  forecast_little_about:
    'A forecast needs several months in which points were earned and redeemed. It appears here by itself.',
  forecast_in_the_end: 'Redeemed in the end',
  forecast_breakage: 'Never redeemed (breakage)',
  forecast_still: 'Points still to be redeemed',
  forecast_error: 'Error of the last six months',
  forecast_too_many: 'too many expected',
  forecast_too_few: 'too few expected',
  forecast_expire: 'Expire within twelve months',
  forecast_points: 'points',
  forecast_summary: 'Points redeemed and expected by month',
  forecast_expected: 'Expected redemptions',
  forecast_expected_before: 'Expected six months before',
  forecast_expected_expiries: 'Expected expiries',
  report_late: 'Booked in these months though dated in months that were closed before: {booked}.',
  report_late_points: '{count, plural, one {# transaction} other {# transactions}}',
  report_late_sales: 'net sales of {amount}',
  report_late_both: '{points} and {sales}',
};
