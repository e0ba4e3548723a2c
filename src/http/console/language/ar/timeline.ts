import type { timeline as english } from '../en/timeline.ts';

export const timeline: Record<keyof typeof english, string> = {
  // Why points moved.
  why_order: 'الطلب {order}',
  why_rate:
    '{amount} × {points, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}} لكل {unit}',
  why_end: '{why}؛ {end}',
  why_declined: 'مرفوض',
  why_dropped: 'سُحب أثناء الانتظار',
  why_taken_back: 'سُحب',
  why_taken_back_by_hand: 'سُحب يدويًا',
  why_approved_at_once: 'تمت الموافقة فورًا',
  why_approved: 'تمت الموافقة في {day}',
  why_approved_after:
    'تمت الموافقة في {day} بعد {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}',
  why_waited: 'كان بانتظار الموافقة',
  why_waits: 'بانتظار الموافقة',
  why_waits_until: 'بانتظار الموافقة حتى {day}',
  why_merged_away: 'نُقلت عند الدمج إلى العميل الباقي',
  why_merged_in: 'جاءت مع عملية دمج',
  why_opening: 'جاءت مع عملية استيراد',
  why_by: 'بواسطة {name}',

  // Reasons of points added or removed.
  reason_goodwill: 'بادرة حسن نية',
  reason_missing_points: 'نقاط كانت ناقصة',
  reason_correction: 'تصحيح خطأ',
  reason_promotion: 'عرض ترويجي',
  reason_returned: 'إرجاع',
  reason_abuse: 'نقاط اكتُسبت دون حق',
  reason_other: 'شيء آخر',

  // Entries of the timeline.
  timeline: 'السجل الزمني',
  timeline_shown: 'المعروض',
  timeline_all: 'الكل',
  timeline_points: 'النقاط',
  timeline_orders: 'الطلبات',
  timeline_tiers: 'المستويات',
  timeline_people: 'الزملاء',
  timeline_nothing: 'لا شيء بعد',
  timeline_nothing_about: 'ستظهر هنا الطلبات والمكافآت وكل ما يحدث للعميل، مع السبب.',
  timeline_newest: 'إلى الأحدث',
  timeline_earlier: 'الأقدم',
  timeline_pending: '{points} معلقة',
  timeline_tier: 'انتقل إلى {tier}',
  timeline_given_back: '{title}، أُعيدت',
  timeline_points_returned: 'عادت نقاطها إلى الرصيد',
  timeline_redeemed: 'استُبدلت',
  timeline_expired: 'انتهت نقاط',
  timeline_expired_inactivity: 'بعد مدة دون نشاط',
  timeline_expired_age: 'بعد مدة محددة من اكتسابها',
  timeline_expired_calendar_date: 'في اليوم الذي تنتهي فيه النقاط من السنة',
  timeline_added: 'أُضيفت نقاط',
  timeline_removed: 'خُصمت نقاط',
  timeline_gift_points_redemption: 'أُخذت دون نقاط',
  timeline_gift_rule_completion: 'مُنحت بقاعدة',
  timeline_gift_tier_entry: 'مُنحت عند بلوغ مستوى',
  timeline_note: 'ملاحظة',
  timeline_note_by: 'ملاحظة من {name}',
  timeline_by: 'بواسطة {who}',
  timeline_by_back_end: 'بواسطة نظام المتجر',
  timeline_by_app: 'بواسطة تطبيق',
  timeline_by_command: 'بواسطة سطر الأوامر',
  timeline_by_server: 'بواسطة الخادم',

  // Why something cannot be done.
  obstacle_disabled: 'معطّلة للجميع.',
  obstacle_channel: 'ليست متاحة في المتجر الإلكتروني.',
  obstacle_country: 'ليست متاحة في بلد العميل.',
  obstacle_tier: 'متاحة للمستوى {tier} وما فوقه.',
  obstacle_other_tier: 'ليست متاحة لمستوى العميل.',
  obstacle_limit:
    'الحد هو {limit}، وقد فعلها العميل {used, plural, zero {# مرة} one {مرة واحدة} two {مرتين} few {# مرات} many {# مرة} other {# مرة}}.',
  obstacle_limit_day:
    'الحد هو {limit} في اليوم، وقد فعلها العميل {used, plural, zero {# مرة} one {مرة واحدة} two {مرتين} few {# مرات} many {# مرة} other {# مرة}}.',
  obstacle_limit_week:
    'الحد هو {limit} في الأسبوع، وقد فعلها العميل {used, plural, zero {# مرة} one {مرة واحدة} two {مرتين} few {# مرات} many {# مرة} other {# مرة}}.',
  obstacle_limit_month:
    'الحد هو {limit} في الشهر، وقد فعلها العميل {used, plural, zero {# مرة} one {مرة واحدة} two {مرتين} few {# مرات} many {# مرة} other {# مرة}}.',
  obstacle_limit_year:
    'الحد هو {limit} في السنة، وقد فعلها العميل {used, plural, zero {# مرة} one {مرة واحدة} two {مرتين} few {# مرات} many {# مرة} other {# مرة}}.',
  obstacle_points:
    '{points, plural, zero {لا تنقص أي نقطة} one {تنقص نقطة واحدة} two {تنقص نقطتان} few {تنقص # نقاط} many {تنقص # نقطة} other {تنقص # نقطة}}.',
  obstacle_stock: 'لم يبقَ منها شيء.',
  obstacle_stock_of: 'لم يبقَ منها شيء ({variants}).',
  obstacle_customer_blocked: 'العميل محظور.',
  obstacle_customer_not_enrolled: 'العميل ليس عضوًا.',
  obstacle_ends: 'ينتهي ذلك في {moment}.',
  obstacle_rule_requirements_not_met: 'شروط القاعدة غير مستوفاة.',
  obstacle_referrals_not_enabled: 'لا إحالات في هذا البرنامج.',
  obstacle_invalid_variant_id: 'لا يوجد هذا الخيار للمكافأة.',
  obstacle_subscriptions: 'تحتاج المكافأة إلى ربط الاشتراكات، وهو غير موجود في البرنامج.',
  obstacle_cart: 'في السلة أقصى عدد مسموح من هذه المكافأة.',
};
