import type { drafts as english } from '../en/drafts.ts';

export const drafts: Record<keyof typeof english, string> = {
  // The list.
  draft: 'المسودة',
  draft_number: 'المسودة {id}',
  draft_begin: 'بدء مسودة',
  draft_for: 'الغرض منها',
  draft_for_example: 'مثلًا: الربيع. يظهر في السجل.',
  drafts_about: 'لا تغيّر المسودة شيئًا حتى تُنشر.',
  drafts_none: 'لا توجد مسودة مفتوحة',
  drafts_none_about: 'تُكتب تغييرات البرنامج في مسودة، ثم تُراجع، ثم تُنشر.',
  drafts_open: 'المسودات المفتوحة',
  drafts_published: 'المسودات المنشورة',
  drafts_begun_on: 'بدأت من النسخة',
  drafts_became: 'أصبحت',
  drafts_written_by: 'كتبها',
  drafts_saved: 'آخر حفظ',
  draft_refused: 'لم تُنشأ مسودة',
  draft_to_drafts: 'إلى المسودات',

  // One draft.
  draft_badge: 'مسودة',
  draft_about: 'بدأت من النسخة {version}، وكتبها {writers}',
  draft_tabs: 'المسودة',
  draft_forms: 'النماذج',
  draft_file: 'الملف',
  draft_plan: 'الخطة والنشر',
  draft_preview: 'معاينة',
  draft_mistakes:
    'أخطاء في الملف: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}. لا يُنشر قبل إصلاحها.',
  draft_to_file: 'إلى الملف',
  draft_moved:
    'منذ بدء المسودة غيّرت النسخة {version} مواضع تغيّرها المسودة أيضًا: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  draft_decide: 'اتخاذ القرار',
  draft_done_begun: 'بدأت المسودة. لا يتغير شيء للعملاء حتى تُنشر.',
  draft_done_saved: 'حُفظت.',
  draft_done_both: 'حُفظت. كان شخص آخر قد غيّر مواضع أخرى، والتغييران كلاهما في المسودة.',
  draft_done_theirs: 'المسودة كما حفظها الشخص الآخر.',
  draft_done_removed: 'أُزيل من المسودة.',
  draft_done_merged: 'تستند المسودة الآن إلى أحدث نسخة.',
  draft_this: 'هذه المسودة',
  draft_save_note: 'حفظ الملاحظة',
  draft_delete_ask: 'حذف المسودة…',
  draft_delete_title: 'حذف هذه المسودة؟',
  draft_delete_about: 'يُحذف ملفها وتعليقاته نهائيًا. يبقى البرنامج كما هو، ويحفظ سجل التدقيق أنك حذفتها.',
  draft_delete: 'حذف المسودة {id}',
  keep_it: 'إبقاء',
  draft_stays: 'بقيت المسودة',
  draft_now: 'عرض المسودة كما هي الآن',

  // A draft that is based on an older version.
  moved_title: 'تغيّر البرنامج',
  moved_about: 'غيّرت النسخة {version} مواضع تغيّرها المسودة أيضًا. اختر لكل موضع، ويُدمج كل ما عداها.',
  moved_not: 'لم تُدمج بعد',
  moved_again: 'عرض ما يجب البت فيه الآن',

  // Mistakes and refusals.
  complaints: 'أمور يجب إصلاحها: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  complaint_place: 'السطر {line}، العمود {column}',
  complaint_nothing: 'لم يتغير شيء.',

  // Two people changed one thing.
  choice_theirs: 'نسخة الآخر',
  choice_mine: 'نسختي',
  choice_before: 'ما قبل التغيير',
  choice_both: 'إبقاء النسختين كما اخترت',
  choice_keep_mine: 'إبقاء نسختي فقط',
  choice_keep_theirs: 'إبقاء نسخة الآخر فقط',
  choice_entry: 'غيّر شخص آخر {key} أيضًا',
  choice_entry_about: 'لا يضيع شيء من عملك: اختر لكل موضع، أو أبقِ جانبًا واحدًا.',
  choice_file: 'حفظ شخص آخر المسودة أيضًا',
  choice_file_about: 'لا يضيع شيء من عملك. الاثنان: نصك وتعليقاتك مع القيم التي غيّرها الآخر.',
  choice_file_apart: 'لا يضيع شيء من عملك. في أحد النصين أخطاء فلا يمكن دمجهما: قارن بينهما.',

  // The file.
  file_label: 'ملف البرنامج',
  file_save: 'حفظ الملف',
  file_see: 'عرض ما سيفعله',
  file_mistakes: 'يُحفظ الملف حتى لو كانت فيه أخطاء.',
  file_docs: 'شرح كل مفاتيح الملف',
  file_kept: 'لم يُحفظ نصك وهو هنا من جديد. احفظه الآن.',

  // The publication.
  publish: 'نشر',
  publish_approve: 'الموافقة والنشر',
  publish_other: 'ينشرها شخص آخر',
  publish_other_about:
    'تغيير هذا البرنامج يتطلب شخصين، وقد كتبت جزءًا منه. اطلب ذلك من زميل لم يكتب فيه: مالك أو مدير.',
  publish_copy: 'نسخ العنوان',
  publish_second: 'كتبها {writers}. أنت الشخص الثاني، وتتحمل المسؤولية أيضًا.',
  publish_becomes: 'تصبح النسخة {version} وتسري فورًا.',

  // The preview of the loyalty page.
  preview_as: 'معرّف العميل',
  preview_nobody: 'لا يوجد عميل كهذا.',
  preview_in: 'اللغة',
  preview_show: 'عرض',
  preview_device: 'الجهاز',
  preview_phone: 'هاتف',
  preview_desktop: 'حاسوب',
  preview_nothing: 'لا شيء للعرض بعد',
  preview_page: 'صفحة الولاء',
  preview_about: 'بنقاط العميل نفسه وبرنامج المسودة. لا يمكن فعل شيء عليها، والرموز مخفية.',
  preview_choose: 'اختر عميلًا آخر.',
  preview_decide: 'قرر أولًا بشأن ما غيّره البرنامج أيضًا.',
  preview_mistakes: 'تظهر الصفحة عندما يخلو الملف من الأخطاء.',
  preview_none: 'لا صفحة بعد',
};
