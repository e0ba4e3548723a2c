/** The program as it is, its versions, and the plans of its changes. */
export const program = {
  // The program that is live, and its tabs.
  program_version: 'Version {version}',
  program_reaching: 'still reaching customers',
  program_history: 'History',
  program_drafts: 'Drafts',
  program_drafts_count: 'Drafts ({count})',
  program_go_on: 'Continue draft {id}',
  program_parts: 'Parts of the program',
  program_read_in: 'Read in {language}',
  part_earn: 'Earn',
  part_rewards: 'Rewards',
  part_tiers: 'Tiers',
  part_settings: 'Settings',

  // The history.
  history_about: 'Who changed the program, newest first · {zone}',
  history_live: 'live',
  history_again: 'Version {version} again',
  history_found: 'As found when versions began to be kept',

  // One version.
  version_go_back: 'Go back to this version',
  version_compared: 'Compared with version',
  version_compare: 'Compare',
  version_first: 'The first version',
  version_changes: 'Changes since version {version}',
  version_nothing_before: 'There is nothing before it.',
  version_same: 'Both are the same.',
  version_file: 'The file',
  version_download: 'Download the file',
  version_pictures: 'Pictures are shortened here. The download has them whole.',

  // The rollback to a version.
  rollback_title: 'Go back to version {version}',
  rollback_about:
    'It becomes a new version. Nothing leaves the history, and points, claims and orders stay as they are.',
  rollback_two: 'A change takes two people',
  rollback_go: 'Go back',
  rollback_begin: 'Begin a draft with version {version}',
  rollback_refused: 'Version {version} does not come back',
  why: 'Why',
  history_shows: 'The history shows it.',

  // The differences between two programs.
  change_added: 'added',
  change_created: 'created',
  change_enabled: 'enabled',
  change_changed: 'changed',
  change_moved: 'moved',
  change_removed: 'removed',
  change_disabled: 'disabled',
  change_value: 'Value',
  change_before: 'before:',
  change_after: 'after:',
  change_nothing: 'nothing',
  one_program: 'Program',
  one_site: 'Site',
  one_benefit: 'Benefit',
  one_setting: 'Setting',
  one_rate: 'Rate',
  one_language: 'Language',

  // A plan.
  plan_nothing: 'It changes nothing',
  plan_nothing_about: 'The program is this already.',
  plan_effects: 'What follows for customers and supplies',
  plan_no_effects: 'Nothing for anybody who is here today. It counts from now on.',
  plan_counted: 'Counted at this moment; what customers do meanwhile may move it.',
  plan_changes: 'What changes in the program',
  plan_unchanged:
    '{count, plural, one {# other entry stays as it is.} other {# other entries stay as they are.}}',
  plan_who: 'Who?',
  plan_again: 'See the plan as it is now',
  plan_none: 'There is no plan yet',
  who_title: 'Who it concerns',
  who_to_plan: 'Plan',
  who_nobody: 'Nobody any more',
  who_nobody_about: 'Something changed since the plan was made.',
  who_more: 'More',
};
