import type { customers as english } from '../en/customers.ts';

export const customers: Record<keyof typeof english, string> = {
  // The list.
  customers_pending: 'معلقة',
  customers_members: 'الأعضاء',
  customers_guests: 'الضيوف',
  customers_blocked: 'المحظورون',
  customers_found:
    '{count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}} لعبارة «{asked}»',
  customers_found_first:
    'أول النتائج لعبارة «{asked}»: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}. اكتب حروفًا أكثر ليظهر غيرها.',
  customers_found_none_yet: 'لا أحد بين الأوائل لعبارة «{asked}». اكتب حروفًا أكثر.',
  customers_by_code: 'لديه هذا الرمز',
  customers_nobody: 'لم يُعثر على أحد',
  customers_nobody_first: 'لا أحد بين الأوائل',
  customers_so_many: 'كثيرون يبدؤون هكذا، فلم يُبحث فيهم جميعًا. اكتب حروفًا أكثر.',
  customers_search_by: 'ابحث بالحروف الأولى من الاسم أو البريد أو المعرّف أو الطلب، أو بالرمز كاملًا.',
  customers_none: 'لا عملاء بعد',
  customers_none_about: 'يظهر العملاء مع أول طلب أو زيارة، أو عند استيرادهم.',

  // How things stand.
  customer_blocked: 'محظور',
  customer_guest: 'ضيف',
  customer_member: 'عضو',
  activity_pending: 'بانتظار الموافقة',
  activity_approved: 'تمت الموافقة',
  activity_declined: 'مرفوض',
  activity_void: 'مسحوب',
  claim_used: 'مستخدمة',
  claim_handed_over: 'سُلّمت',
  claim_used_in_part: 'مستخدمة جزئيًا',
  claim_ready: 'جاهزة للاستخدام',
  claim_expired: 'منتهية',
  claim_given_back: 'مُعادة',

  // One customer.
  customer_spent: 'المصروفة حتى الآن',
  customer_claims: 'المكافآت المستبدلة',
  customer_to_queue: 'إلى قائمة الانتظار',
  customer_asked: '{request} طلبها {name}، ويقرر زميل آخر.',
  customer_email: 'البريد',
  customer_copy_id: 'نسخ المعرّف',
  customer_copy_email: 'نسخ البريد',
  customer_site: 'الموقع',
  customer_first_seen: 'أول ظهور',
  customer_member_since: 'عضو منذ',
  customer_tier_until: 'المستوى حتى',
  customer_notes: 'الملاحظات',
  balance: 'الرصيد',
  balance_summary: 'الرصيد في نهاية كل أسبوع خلال سنة',
  balance_never_expires: 'لا تنتهي أي من هذه النقاط تلقائيًا.',
  balance_expires: 'تنتهي في {day}',
  balance_expires_later: 'تنتهي لاحقًا',
  customer_claim_for: 'استبدال للعميل',
  customer_more: 'المزيد',
  customer_see_page: 'عرض صفحته',
  customer_give_tier: 'منح مستوى',
  customer_block: 'حظر',
  customer_unblock: 'رفع الحظر',
  customer_merge: 'دمج…',
  customer_erase: 'محو…',

  // "Why can't they?"
  explain_title: 'لماذا لا يستطيع؟',
  explain_about: 'ما يريد العميل فعله',
  explain: 'شرح',
  explain_claim: 'استبدال: {reward}',
  explain_earn: 'كسب: {rule}',
  explain_possible: 'لا شيء يمنع: يمكن ذلك الآن.',
  explain_obstacles: 'هذا ما يمنع',

  // Adding and removing points.
  points_title: 'إضافة نقاط أو خصمها',
  points_way: 'الإجراء',
  points_add: 'إضافة نقاط',
  points_remove: 'خصم نقاط',
  points_there_are: 'الرصيد الآن {count}.',
  points_two: 'الرصيد الآن {count}. ما يزيد على {most} يحتاج إلى شخص ثانٍ.',
  points_note: 'ملاحظة للزملاء',
  points_note_about: 'لا يراها العملاء أبدًا، وتُحذف مع بيانات العميل.',
  points_book: 'تسجيل النقاط',
  points_wrong: 'اكتب عددًا صحيحًا من 1 إلى {most}.',
  points_no_reason: 'اختر أحد هذه الأسباب.',
  note_too_long: 'لا تزيد الملاحظة على {most} حرف.',
  request_add:
    'إضافة {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}}.',
  request_remove:
    'خصم {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}}.',
  request_add_why:
    'إضافة {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}} ({reason}).',
  request_remove_why:
    'خصم {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}} ({reason}).',
  request_erase: 'محو العميل.',
  request_note: '{request} «{note}»',
};
