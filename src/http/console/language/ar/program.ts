import type { program as english } from '../en/program.ts';

export const program: Record<keyof typeof english, string> = {
  // The program that is live, and its tabs.
  program_version: 'النسخة {version}',
  program_reaching: 'ما زالت تُطبَّق على العملاء',
  program_history: 'السجل',
  program_drafts: 'المسودات',
  program_drafts_count: 'المسودات ({count})',
  program_go_on: 'متابعة المسودة {id}',
  program_parts: 'أجزاء البرنامج',
  program_read_in: 'القراءة باللغة: {language}',
  part_earn: 'الكسب',
  part_rewards: 'المكافآت',
  part_tiers: 'المستويات',
  part_settings: 'الإعدادات',

  // The history.
  history_about: 'من غيّر البرنامج، الأحدث أولًا · {zone}',
  history_live: 'سارية',
  history_again: 'النسخة {version} من جديد',
  history_found: 'كما وُجدت عند بدء حفظ النسخ',

  // One version.
  version_go_back: 'العودة إلى هذه النسخة',
  version_compared: 'مقارنة بالنسخة',
  version_compare: 'مقارنة',
  version_first: 'النسخة الأولى',
  version_changes: 'التغييرات منذ النسخة {version}',
  version_nothing_before: 'لا يوجد شيء قبلها.',
  version_same: 'النسختان متطابقتان.',
  version_file: 'الملف',
  version_download: 'تنزيل الملف',
  version_pictures: 'الصور مختصرة هنا، وهي كاملة في الملف عند تنزيله.',

  // The rollback to a version.
  rollback_title: 'العودة إلى النسخة {version}',
  rollback_about: 'تصبح نسخة جديدة. لا يُحذف شيء من السجل، وتبقى النقاط والمكافآت المستبدلة والطلبات كما هي.',
  rollback_two: 'التغيير يتطلب شخصين',
  rollback_go: 'العودة',
  rollback_begin: 'بدء مسودة بالنسخة {version}',
  rollback_refused: 'تعذّرت العودة إلى النسخة {version}',
  why: 'السبب',
  history_shows: 'يظهر في السجل.',

  // The differences between two programs.
  change_added: 'إضافة',
  change_created: 'إنشاء',
  change_enabled: 'تفعيل',
  change_changed: 'تغيير',
  change_moved: 'نقل',
  change_removed: 'إزالة',
  change_disabled: 'تعطيل',
  change_value: 'القيمة',
  change_before: 'قبل:',
  change_after: 'بعد:',
  change_nothing: 'لا شيء',
  one_program: 'البرنامج',
  one_site: 'الموقع',
  one_benefit: 'الميزة',
  one_setting: 'الإعداد',
  one_rate: 'سعر الصرف',
  one_language: 'اللغة',

  // A plan.
  plan_nothing: 'لا يغيّر شيئًا',
  plan_nothing_about: 'هذا هو حال البرنامج بالفعل.',
  plan_effects: 'الآثار على العملاء والمخزون',
  plan_no_effects: 'لا أثر على العملاء الحاليين. يسري من الآن فصاعدًا.',
  plan_counted: 'الأعداد في هذه اللحظة، وقد يغيّرها ما يفعله العملاء بعدها.',
  plan_changes: 'التغييرات في البرنامج',
  plan_unchanged:
    'مدخلات أخرى تبقى كما هي: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  plan_who: 'من؟',
  plan_again: 'عرض الخطة كما هي الآن',
  plan_none: 'لا توجد خطة بعد',
  who_title: 'العملاء المعنيون',
  who_to_plan: 'الخطة',
  who_nobody: 'لم يعد أحد معنيًا',
  who_nobody_about: 'تغيّر شيء منذ إعداد الخطة.',
  who_more: 'المزيد',
};
