import type { codes as english } from '../en/codes.ts';

export const codes: Record<keyof typeof english, string> = {
  // The pools.
  codes_about: 'رموز من متجرك يُستهلك واحد منها مع كل استبدال، أو رموز ينشئها الخادم.',
  codes_none: 'لا توجد مكافأة تعطي رموزًا',
  codes_none_about: 'المكافأة التي تعطي رمز قسيمة، كالخصم، لها مخزون هنا.',
  codes_pools: 'مخزون الرموز',
  codes_level: 'مستوى المخزون',
  codes_left: 'المتبقي',
  codes_given: 'الممنوحة',
  codes_generated: 'مولّدة',
  codes_empty: 'فارغ',
  codes_low: 'أقل من 100',
  codes_enough: 'كافٍ',

  // The history of a code.
  codes_trace: 'أين ذهب رمز ما؟',
  codes_find: 'بحث',
  codes_unknown: 'لا يعرف البرنامج هذا الرمز.',
  codes_imported: 'استُورد',
  codes_for: 'لـ{reward}',
  codes_taken: 'سُحب',
  codes_not_taken: 'ليس بعد: ينتظر في المخزون',
  codes_given_to: 'مُنح إلى',
  codes_as: 'باسم «{title}»',
  codes_used_by: 'استخدمه',
  codes_friend: 'صديق العميل {id}',

  // One pool.
  codes_not_in_use:
    'حسب ملف البرنامج، ينشئ الخادم رموز هذه المكافأة. تنتظر رموز المخزون حتى يُكتب فيه \u2068codes: pool\u2069.',
  codes_import: 'استيراد الرموز',
  codes_lines: 'الرموز، واحد في كل سطر',
  codes_file: 'أو ملف',
  codes_file_about:
    'رمز في كل سطر أو العمود الأول من ملف \u2068csv\u2069، حتى 5 ميغابايت. ويقبل \u2068loyaltyd codes import\u2069 أي حجم.',
  codes_try: 'تجربة',
  codes_do_import: 'استيراد',
  codes_import_tried:
    'استيراد {count, plural, zero {الرموز} one {رمز واحد} two {رمزين} few {# رموز} many {# رمزًا} other {# رمز}}',
  codes_busy: 'يجري استيراد رموز أخرى إلى هذا المخزون. انتظر حتى يكتمل ثم حاول من جديد.',
  codes_trial_gone:
    'لم يعد استيراد هذه التجربة ممكنًا: وصلت بعدها رموز أخرى، أو أجراها شخص آخر، أو مضى عليها أكثر من يوم. جرّب الرموز من جديد.',
  codes_paste: 'الصق رموزًا أو اختر ملفًا.',
  codes_too_big: 'الملف أكبر من 5 ميغابايت. استخدم \u2068loyaltyd codes import\u2069.',
  codes_would:
    'لم يُستورد شيء بعد: سيُستورد {count, plural, zero {لا شيء} one {رمز واحد} two {رمزان} few {# رموز} many {# رمزًا} other {# رمز}}.',
  codes_were: 'استُوردت الرموز: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  codes_there: 'كان موجودًا من قبل: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  codes_refused: 'سطور مرفوضة: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  codes_refused_lines: 'السطور المرفوضة',
  codes_line: 'السطر',
  codes_why: 'السبب',
  codes_more: '… و{count} غيرها.',

  // The test clock.
  clock_about: 'سنة من الموافقات وانتهاء الصلاحيات والمستويات وأعياد الميلاد في لحظة',
  clock_real: 'يسير هذا البرنامج بالوقت الحقيقي',
  clock_real_about: 'البرنامج الذي ورد في ملفه \u2068test: true\u2069 له ساعة يمكن تقديمها.',
  clock_its: 'ساعة البرنامج',
  clock_is_real: 'الوقت الحقيقي',
  clock_hours_ahead:
    'متقدمة على الوقت الحقيقي بالساعات: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  clock_days_ahead:
    'متقدمة على الوقت الحقيقي بالأيام: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  clock_going: 'التقدم إلى {moment}',
  clock_going_about: 'يُنفَّذ بالترتيب كل ما يحين موعده في الطريق.',
  clock_it_is: 'الوقت {moment}.',
  clock_turn: 'تقديم',
  clock_by: 'بمقدار',
  clock_never_back: 'لا تعود إلى الوراء. تُرسل خطافات الويب كما في الوقت الحقيقي.',
  clock_due: 'ما يحين موعده',
  clock_due_caption: 'عملاء لديهم ما يحين موعده',
  clock_within: 'خلال',
  clock_until: 'حتى',
  clock_step_1h: 'ساعة',
  clock_step_24h: 'يوم',
  clock_step_7d: 'أسبوع',
  clock_step_30d: '30 يومًا',
  clock_step_90d: '90 يومًا',
  clock_step_365d: 'سنة',
};
