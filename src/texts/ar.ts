import type { Catalogue } from './catalogue.ts';

/**
 * One and two are words of their own, except below zero where the figure must show the sign. What may be in
 * Latin letters stands between isolates (U+2068, U+2069), or its "@" and "#" would jump to its other end.
 */
export const ar: Catalogue = {
  points:
    '{points, plural, =1 {نقطة واحدة} =2 {نقطتان} zero {# نقطة} one {# نقطة} two {# نقطة} few {# نقاط} many {# نقطة} other {# نقطة}}',
  points_per_amount:
    '{points, plural, =1 {نقطة واحدة} =2 {نقطتان} zero {# نقطة} one {# نقطة} two {# نقطة} few {# نقاط} many {# نقطة} other {# نقطة}} لكل {amount}',
  points_added: 'إضافة نقاط',
  points_removed: 'خصم نقاط',
  points_expired: 'انتهاء صلاحية نقاط',
  entered_tier: 'الوصول إلى \u2068{tier}\u2069',

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: 'الاحتفال بعيد ميلادك',
  rule_title_loyalty_pass_install: 'إضافة بطاقة الولاء إلى هاتفك',
  rule_title_collection_purchase: 'الشراء من مجموعة مختارة',
  rule_title_newsletter_signup: 'الاشتراك في نشرتنا البريدية',
  rule_title_pageview: 'زيارة متجرنا',
  rule_title_product_purchase: 'شراء منتج مختار',
  rule_title_purchase: 'إتمام عملية شراء',
  rule_title_join_program: 'الانضمام إلى برنامج الولاء',
  rule_title_review: 'كتابة تقييم',
  rule_title_custom: '\u2068{name}\u2069',
  rule_title_social_like: 'الإعجاب بصفحتنا',
  rule_title_social_follow: 'متابعة \u2068{handle}\u2069 على \u2068{network}\u2069',
  rule_title_social_mention: 'الإشارة إلى \u2068{handle}\u2069 على \u2068{network}\u2069',
  rule_title_social_post_hashtag: 'النشر بوسم \u2068{hashtag}\u2069 على \u2068{network}\u2069',
  rule_title_referral: 'دعوة صديق',
  rule_title_clickthrough: 'اكتشاف ما أعددناه لك',
  rule_title_retail_purchase: 'التسوق في أحد متاجرنا',

  // What a referred friend is given.
  incentive_discount: 'خصم {discount}',
  incentive_discount_from: 'خصم {discount} على الطلبات بقيمة {minimum} أو أكثر',

  // The loyalty page.
  page_greeting: 'مرحبًا \u2068{name}\u2069',
  page_points: 'نقاطك',
  page_points_pending:
    '{points, plural, =1 {نقطة أخرى في الطريق} =2 {نقطتان أخريان في الطريق} zero {# نقطة أخرى في الطريق} one {# نقطة أخرى في الطريق} two {# نقطة أخرى في الطريق} few {# نقاط أخرى في الطريق} many {# نقطة أخرى في الطريق} other {# نقطة أخرى في الطريق}}',
  page_points_none: 'لم يبقَ سوى خطوات قليلة على نقاطك الأولى.',
  page_tier: 'مستواك',
  page_tier_renews: 'يتجدد في {date}.',
  page_tier_upgrade: 'يتبقى {amount} من المشتريات للوصول إلى \u2068{tier}\u2069.',
  page_tier_upgrade_points:
    '{points, plural, =1 {بقيت نقطة واحدة للوصول إلى \u2068{tier}\u2069.} =2 {بقيت نقطتان للوصول إلى \u2068{tier}\u2069.} zero {بقيت # نقطة للوصول إلى \u2068{tier}\u2069.} one {بقيت # نقطة للوصول إلى \u2068{tier}\u2069.} two {بقيت # نقطة للوصول إلى \u2068{tier}\u2069.} few {بقيت # نقاط للوصول إلى \u2068{tier}\u2069.} many {بقيت # نقطة للوصول إلى \u2068{tier}\u2069.} other {بقيت # نقطة للوصول إلى \u2068{tier}\u2069.}}',
  page_tier_upgrade_orders:
    '{orders, plural, =1 {بقي طلب واحد للوصول إلى \u2068{tier}\u2069.} =2 {بقي طلبان للوصول إلى \u2068{tier}\u2069.} zero {بقي # طلب للوصول إلى \u2068{tier}\u2069.} one {بقي # طلب للوصول إلى \u2068{tier}\u2069.} two {بقي # طلب للوصول إلى \u2068{tier}\u2069.} few {بقيت # طلبات للوصول إلى \u2068{tier}\u2069.} many {بقي # طلبًا للوصول إلى \u2068{tier}\u2069.} other {بقي # طلب للوصول إلى \u2068{tier}\u2069.}}',
  page_tier_renewal: 'يتبقى {amount} من المشتريات حتى {date} للاحتفاظ به.',
  page_tier_renewal_points:
    '{points, plural, =1 {بقيت نقطة واحدة حتى {date} للاحتفاظ به.} =2 {بقيت نقطتان حتى {date} للاحتفاظ به.} zero {بقيت # نقطة حتى {date} للاحتفاظ به.} one {بقيت # نقطة حتى {date} للاحتفاظ به.} two {بقيت # نقطة حتى {date} للاحتفاظ به.} few {بقيت # نقاط حتى {date} للاحتفاظ به.} many {بقيت # نقطة حتى {date} للاحتفاظ به.} other {بقيت # نقطة حتى {date} للاحتفاظ به.}}',
  page_tier_renewal_orders:
    '{orders, plural, =1 {بقي طلب واحد حتى {date} للاحتفاظ به.} =2 {بقي طلبان حتى {date} للاحتفاظ به.} zero {بقي # طلب حتى {date} للاحتفاظ به.} one {بقي # طلب حتى {date} للاحتفاظ به.} two {بقي # طلب حتى {date} للاحتفاظ به.} few {بقيت # طلبات حتى {date} للاحتفاظ به.} many {بقي # طلبًا حتى {date} للاحتفاظ به.} other {بقي # طلب حتى {date} للاحتفاظ به.}}',
  page_tier_highest: 'هذا أعلى مستوى لدينا. شكرًا لك!',
  page_tiers: 'المستويات',
  page_tier_from: 'ابتداءً من {amount} من المشتريات',
  page_tier_from_points:
    '{points, plural, =1 {ابتداءً من نقطة واحدة مكتسبة} =2 {ابتداءً من نقطتين مكتسبتين} zero {ابتداءً من # نقطة مكتسبة} one {ابتداءً من # نقطة مكتسبة} two {ابتداءً من # نقطة مكتسبة} few {ابتداءً من # نقاط مكتسبة} many {ابتداءً من # نقطة مكتسبة} other {ابتداءً من # نقطة مكتسبة}}',
  page_tier_from_orders:
    '{orders, plural, =1 {ابتداءً من طلب واحد} =2 {ابتداءً من طلبين} zero {ابتداءً من # طلب} one {ابتداءً من # طلب} two {ابتداءً من # طلب} few {ابتداءً من # طلبات} many {ابتداءً من # طلبًا} other {ابتداءً من # طلب}}',
  page_tier_first: 'منذ البداية',
  page_earn: 'طرق كسب النقاط',
  page_earn_nothing: 'لا يوجد ما يمكن كسبه حاليًا. نراك قريبًا.',
  page_limit_once:
    '{interval, select, day {مرة في اليوم} week {مرة في الأسبوع} month {مرة في الشهر} year {مرة في السنة} other {مرة واحدة}}',
  page_limit_count:
    '{count, plural, zero {حتى # مرة} one {حتى مرة واحدة} two {حتى مرتين} few {حتى # مرات} many {حتى # مرة} other {حتى # مرة}}{interval, select, day { في اليوم} week { في الأسبوع} month { في الشهر} year { في السنة} other {}}',
  page_limit_left:
    '{interval, select, day {المتبقي اليوم: {remaining, number} من {allowed, number}} week {المتبقي هذا الأسبوع: {remaining, number} من {allowed, number}} month {المتبقي هذا الشهر: {remaining, number} من {allowed, number}} year {المتبقي هذه السنة: {remaining, number} من {allowed, number}} other {المتبقي: {remaining, number} من {allowed, number}}}',
  page_earn_done: 'تم',
  page_again_tomorrow: 'مجددًا غدًا',
  page_again_on: 'مجددًا ابتداءً من {date}',
  page_rewards: 'المكافآت',
  page_rewards_nothing: 'لا توجد مكافآت حاليًا. نراك قريبًا.',
  page_reward_ready: 'جاهزة للاستبدال',
  page_reward_missing:
    '{points, plural, =1 {بقيت نقطة واحدة} =2 {بقيت نقطتان} zero {بقيت # نقطة} one {بقيت # نقطة} two {بقيت # نقطة} few {بقيت # نقاط} many {بقيت # نقطة} other {بقيت # نقطة}}',
  page_reward_redeemed: 'تم استبدالها',
  page_reward_out_of_stock: 'نفدت الكمية',
  page_reward_cart_full: 'موجودة في سلتك',
  page_reward_depends_on_cart: 'حسب محتوى سلتك',
  page_cart_total: 'لسلة بقيمة {amount} أو أكثر',
  page_cart_items:
    '{count, plural, zero {مع # منتج في السلة} one {مع منتج واحد في السلة} two {مع منتجين أو أكثر في السلة} few {مع # منتجات أو أكثر في السلة} many {مع # منتجًا أو أكثر في السلة} other {مع # منتج أو أكثر في السلة}}',
  page_visitor:
    'اجمع النقاط مع كل عملية شراء واستبدلها بمكافآت. سجّل الدخول إلى \u2068{site}\u2069 لرؤية نقاطك.',
  page_not_enrolled: 'لم تنضم بعد. انضم عبر \u2068{site}\u2069 وابدأ بجمع النقاط.',
  page_blocked: 'عضويتك موقوفة حاليًا. يمكنك معرفة المزيد من \u2068{site}\u2069.',
  page_expired: 'انتهت صلاحية هذه الصفحة',
  page_expired_advice:
    'حفاظًا على أمان حسابك، تبقى هذه الصفحة مفتوحة لفترة قصيرة فقط. عُد إلى \u2068{site}\u2069 وافتحها من جديد.',
  page_unknown: 'لا توجد صفحة هنا',
  page_unknown_advice: 'الرابط غير مكتمل أو قديم جدًا. عُد إلى المكان الذي وجدته فيه وافتح الصفحة من جديد.',
  page_unavailable: 'سنعود بعد قليل',
  page_unavailable_advice: 'يتعذر عرض الصفحة حاليًا. يُرجى المحاولة مرة أخرى بعد دقيقة.',
};
