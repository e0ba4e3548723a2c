import type { deeds as english } from '../en/deeds.ts';

export const deeds: Record<keyof typeof english, string> = {
  // Notes.
  note_write: 'كتابة ملاحظة',
  note_write_something: 'اكتب شيئًا.',
  note_keep: 'حفظ الملاحظة',
  note_file: 'ملف',
  note_file_about:
    'ملف \u2068PNG\u2069 أو \u2068JPEG\u2069 أو \u2068WebP\u2069 أو \u2068PDF\u2069 أو نص، حتى 1 ميغابايت. يرافق الملاحظة ويُحذف معها.',
  note_file_save: 'حفظ {name}',
  note_file_wrong:
    'يجب أن يكون الملف \u2068PNG\u2069 أو \u2068JPEG\u2069 أو \u2068WebP\u2069 أو \u2068PDF\u2069 أو نصًا لا يزيد على 1 ميغابايت.',
  note_file_big: 'حجم الملف {size} كيلوبايت، وأقصى ما تقبله الملاحظة 1 ميغابايت.',
  note_delete_title: 'حذف ملاحظة',
  note_delete_about: 'تختفي الملاحظة عن الجميع، ويذكر سجل التدقيق أنها وُجدت.',
  note_delete: 'حذف الملاحظة',
  delete: 'حذف',

  // Blocking, and tiers that operators give.
  block_title: 'الحظر أو رفعه',
  block_about: 'إلى أن ترفع الحظر لا يكسب العميل شيئًا ولا يستبدل ولا يستخدم أي مكافأة. وتبقى نقاطه له.',
  unblock_about:
    'يستطيع العميل الكسب والاستبدال من جديد. يُنفَّذ فورًا كل ما حان موعده في الأثناء، ويكون المستوى هو المكتسب.',
  block_customer: 'حظر العميل',
  unblock_customer: 'رفع الحظر عن العميل',
  tier_none_given: 'لا يوجد مستوى يُمنح يدويًا',
  tier_none_given_about: 'المستويات الأخرى تُكتسب. يمكن هنا منح مستوى ليس له حد أدنى في ملف البرنامج.',
  tier_wrong: 'اختر أحد هذه المستويات.',
  tier_earned: 'لا شيء منها: المستوى المكتسب',
  tier_about: 'يبقى حتى يزيله أحد: لا يغيّره طلب ولا تاريخ.',
  tier_give: 'منح المستوى',

  // One activity.
  activity_title: 'نشاط',
  activity_choose: 'اختر واحدًا منها.',
  activity_decide_about:
    'يمكن إنفاق النقاط الموافق عليها فورًا. النشاط المرفوض لا يعطي شيئًا، وهذا نهائي. ويُبتّ معه في غيره مما ينتظر من البلاغ نفسه.',
  activity_void_about:
    'تُخصم نقاطه من الرصيد. وتُسحب أيضًا المكافأة التي منحها إن لم تُستخدم، وكل ما جاء من البلاغ نفسه. وهذا نهائي.',
  activity_take_back: 'سحب',
  take_it_back: 'سحب',

  // Claiming for a customer.
  claim_for_title: 'استبدال مكافأة للعميل',
  claim_no_reward: 'لا توجد مكافأة يمكن استبدالها',
  claim_no_reward_about: 'تظهر هنا مكافآت ملف البرنامج المفعّلة لمستوى ما.',
  rewards: 'المكافآت',
  choose: 'اختيار',
  claim_by_amount: 'حسب المبلغ',
  claim_cost:
    '{reward} مقابل {cost} من {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}}.',
  claim_variant: 'الخيار',
  claim_discount: 'الخصم بعملة {currency}',
  claim_wrong_amount: 'اكتب المبلغ بالأرقام، مثل {example}.',
  claim_in_cart: 'ينتظر المنتج سلة العميل التالية إلى أن يوضع فيها أو يُعاد.',
  claim_it: 'استبدال',
  claim_another: 'مكافأة أخرى',

  // One claimed reward.
  claim_title: 'مكافأة مستبدلة',
  claim_claimed: 'استُبدلت',
  claim_expires: 'تنتهي صلاحيتها',
  claim_code: 'الرمز',
  claim_code_title: 'الرمز',
  claim_copy_code: 'نسخ الرمز',
  claim_code_about: 'يذكر سجل التدقيق أنك رأيته. لا تعطه لأحد غير العميل.',
  claim_show_code: 'عرض الرمز كاملًا',
  claim_audit: 'يذكر سجل التدقيق أنك رأيته.',
  claim_words: 'رسالة إلى العميل',
  claim_words_about: 'مثل رقم التتبع. ويمكن تركها فارغة.',
  claim_back_about:
    'لن يعود استخدام المكافأة ممكنًا، ويعود إلى الرصيد: {points, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}}.',
  claim_give_back: 'إعادة',

  // Merging.
  merge_title: 'الدمج في عميل آخر',
  merge_nobody: 'لا يوجد عميل بهذا المعرّف أو البريد.',
  merge_one_already: 'هما عميل واحد بالفعل.',
  merge_same: 'هذا هو العميل نفسه.',
  merge_about: 'لعميلين هما شخص واحد. يُزال {name}، ويبقى الآخر وينتقل إليه كل ما لدى الاثنين.',
  merge_into: 'العميل الباقي',
  merge_into_about: 'المعرّف في المتجر، أو البريد كاملًا',
  merge_look: 'عرض النتيجة',
  merge_goes: 'يُزال',
  merge_stays: 'يبقى',
  merge_after: 'بعد الدمج',
  merge_result: 'نتيجة الدمج',
  merge_spent: 'المصروفة',
  merge_sure:
    'تنتقل طلبات {from} وأنشطته ومكافآته وإحالاته وملاحظاته. ويقود المعرّفان بعدها إلى {survivor}. لا يمكن لأحد التراجع عن ذلك.',
  merge_do: 'دمج {from} في {into}',
  merge_another: 'عميل آخر',

  // Erasing.
  erase_title: 'محو العميل',
  erase_write: 'اكتب {id} للمتابعة',
  erase_wrong: 'هذا ليس {id}.',
  erase_do: 'محو {name}',
  erase_ask: 'طلب محو {name} من زميل',
  erase_goes: 'يُمحى نهائيًا',
  erase_goes_person:
    'البريد والاسم وتاريخ الميلاد والبيانات الوصفية والمعرّف في المتجر، ومنها ما يخص العملاء الذين دُمجوا في هذا العميل',
  erase_goes_notes: 'ملاحظات الزملاء والسلال والجلسات والإجابات المحفوظة ورسائل خطافات الويب',
  erase_goes_texts: 'نصوص الطلبات والعلامات التي يُعرف بها الأصدقاء المُحالون',
  erase_goes_points:
    'الطريق إلى النقاط ({points, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}): لا يجد أحد العميل بأي اسم',
  erase_stays: 'يبقى دون اسم',
  erase_stays_books: 'الدفاتر: المعاملات والأنشطة والمكافآت المستبدلة والطلبات، لتبقى التقارير صحيحة',
  erase_stays_ids: 'المعرّفات التي أعطاها متجرك للطلبات والأنشطة',
  erase_stays_audit: 'سجل التدقيق: أنك محوت العميل {id}',
};
