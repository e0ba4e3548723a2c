/** Drafts of a program: their list, their file, their publication, and the choice between two people's changes. */
export const drafts = {
  // The list.
  draft: 'Draft',
  draft_number: 'Draft {id}',
  draft_begin: 'Begin a draft',
  draft_for: 'What it is for',
  draft_for_example: 'For example: Spring. The history shows it.',
  drafts_about: 'A draft changes nothing until it is published.',
  drafts_none: 'No draft is open',
  drafts_none_about: 'Changes of the program are written in a draft, looked at, and then published.',
  drafts_open: 'Open drafts',
  drafts_published: 'Published drafts',
  drafts_begun_on: 'Begun on',
  drafts_became: 'Became',
  drafts_written_by: 'Written by',
  drafts_saved: 'Last saved',
  draft_refused: 'No draft was begun',
  draft_to_drafts: 'To the drafts',

  // One draft.
  draft_badge: 'draft',
  draft_about: 'Begun on version {version}, written by {writers}',
  draft_tabs: 'The draft',
  draft_forms: 'Forms',
  draft_file: 'File',
  draft_plan: 'Plan and publish',
  draft_preview: 'Preview',
  draft_mistakes:
    '{count, plural, one {The file has a mistake. It cannot be published before it is fixed.} other {The file has # mistakes. It cannot be published before they are fixed.}}',
  draft_to_file: 'To the file',
  draft_moved:
    '{count, plural, one {Since the draft was begun, version {version} changed a place that the draft changes too.} other {Since the draft was begun, version {version} changed # places that the draft changes too.}}',
  draft_decide: 'Decide',
  draft_done_begun: 'A draft was begun. Nothing changes for customers until it is published.',
  draft_done_saved: 'Saved.',
  draft_done_both: 'Saved. Somebody else had changed other places: both changes are in the draft.',
  draft_done_theirs: 'The draft is as somebody else saved it.',
  draft_done_removed: 'Removed from the draft.',
  draft_done_merged: 'The draft stands on the newest version now.',
  draft_this: 'This draft',
  draft_save_note: 'Save the note',
  draft_delete_ask: 'Delete the draft…',
  draft_delete_title: 'Delete this draft?',
  draft_delete_about:
    'Its file and its comments are gone for good. The program stays as it is, and the audit keeps that you deleted it.',
  draft_delete: 'Delete draft {id}',
  keep_it: 'Keep it',
  draft_stays: 'The draft stays',
  draft_now: 'See the draft as it is now',

  // A draft that is based on an older version.
  moved_title: 'The program moved on',
  moved_about:
    'Version {version} changed places that the draft changes too. Choose for each; all else is merged.',
  moved_not: 'Not merged yet',
  moved_again: 'See what is to be decided now',

  // Mistakes and refusals.
  complaints: '{count, plural, one {Something needs fixing} other {# things need fixing}}',
  complaint_place: 'Line {line}, column {column}',
  complaint_nothing: 'Nothing was changed.',

  // Two people changed one thing.
  choice_theirs: 'Theirs',
  choice_mine: 'Mine',
  choice_before: 'Before',
  choice_both: 'Keep both, as chosen',
  choice_keep_mine: 'Keep mine alone',
  choice_keep_theirs: 'Keep theirs alone',
  choice_entry: 'Somebody else changed {key} too',
  choice_entry_about: 'Nothing of yours is lost: choose for each place, or keep one side alone.',
  choice_file: 'Somebody else saved the draft too',
  choice_file_about:
    'Nothing of yours is lost. Both: your text and your comments, with the values that they changed.',
  choice_file_apart:
    'Nothing of yours is lost. One of the texts has mistakes, so they cannot be merged: compare them.',

  // The file.
  file_label: 'The program file',
  file_save: 'Save the file',
  file_see: 'See what it would do',
  file_mistakes: 'A file with mistakes is saved too.',
  file_docs: 'All keys of the file, explained',
  file_kept: 'Your text was not saved, and is here again. Save it now.',

  // The publication.
  publish: 'Publish',
  publish_approve: 'Approve and publish',
  publish_other: 'Somebody else publishes it',
  publish_other_about:
    'A change of this program takes two people, and you wrote a part of this one. Ask a colleague who did not: an owner or a manager.',
  publish_copy: 'Copy the address',
  publish_second: 'Written by {writers}. You are the second person: you answer for it too.',
  publish_becomes: 'It becomes version {version}, and counts at once.',

  // The preview of the loyalty page.
  preview_as: 'Customer’s id',
  preview_nobody: 'There is no such customer.',
  preview_in: 'Language',
  preview_show: 'Show',
  preview_device: 'Device',
  preview_phone: 'Phone',
  preview_desktop: 'Desktop',
  preview_nothing: 'Nothing to see yet',
  preview_page: 'The loyalty page',
  preview_about:
    'With the customer’s own points and the draft’s program. Nothing can be done on it, and codes are hidden.',
  preview_choose: 'Choose another customer.',
  preview_decide: 'Decide what the program changed too first.',
  preview_mistakes: 'The page is shown once the file has no mistakes.',
  preview_none: 'There is no page yet',
};
