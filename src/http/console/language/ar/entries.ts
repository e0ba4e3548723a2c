import type { entries as english } from '../en/entries.ts';

export const entries: Record<keyof typeof english, string> = {
  // The sections.
  section_rules: 'طرق الكسب',
  section_rules_add: 'إضافة قاعدة',
  section_rules_about: 'تحدد القاعدة ما يفعله العملاء، وما ينالونه مقابله من نقاط أو مكافأة.',
  section_rewards: 'المكافآت',
  section_rewards_add: 'إضافة مكافأة',
  section_rewards_about: 'تحدد المكافأة ما يناله العملاء مقابل نقاطهم.',
  section_tiers: 'المستويات',
  section_tiers_add: 'إضافة مستوى',
  section_tiers_about: 'تميّز المستويات العملاء الدائمين عن غيرهم. قد تختلف القواعد والمكافآت بحسب المستوى.',
  section_benefits: 'المزايا',
  section_benefits_add: 'إضافة ميزة',
  section_benefits_about: 'الميزة شيء يتمتع به أعضاء المستوى، ويكتفي هذا الخادم بعرضه.',
  section_tier_settings: 'مدة بقاء المستويات',
  section_tier_settings_add: 'إضافة إعداد',
  section_tier_settings_about: 'تحدد ما الذي يقرر المستوى وكم يدوم.',
  section_sites: 'المواقع',
  section_sites_add: 'إضافة موقع',
  section_sites_about: 'الموقع متجر يخدمه البرنامج.',
  section_settings: 'الإعدادات والمظهر',
  section_settings_add: 'إضافة إعداد',
  section_settings_about: 'تسري على البرنامج كله.',
  section_currency_rates: 'أسعار صرف العملات الأخرى',
  section_currency_rates_add: 'إضافة سعر صرف',
  section_currency_rates_about: 'بسعر صرفها تُحسب أيضًا الطلبات والسلال بعملة أخرى.',
  section_texts: 'نصوص الخادم',
  section_texts_add: 'إضافة لغة',
  section_texts_about: 'تستخدم صفحة الولاء والسجلات نصوص الخادم، ما لم تضع غيرها هنا.',
  section_none: 'لا شيء بعد. {about}',

  // The cards.
  entry_change: 'تغيير',
  entry_off: 'معطّل',
  entry_hidden: 'مخفي',
  and_more:
    '{count, plural, zero {و# غيرها} one {وواحد غيرها} two {واثنان غيرها} few {و# غيرها} many {و# غيرها} other {و# غيرها}}',
  fact_part: '{name}: {text}',
  entry_picture: 'صورة بحجم {size} كيلوبايت',
  picture_as_it_is: 'الصورة الحالية',
  picture_facts: '{type} · {width} × {height} بكسل · {size} كيلوبايت',
  picture_remove: 'إزالتها',
  picture_choose: 'اختر صورة',
  picture_replace: 'استبدالها',
  yes: 'نعم',
  no: 'لا',
  unit_months:
    '{count, plural, zero {# شهر} one {شهر واحد} two {شهران} few {# أشهر} many {# شهرًا} other {# شهر}}',
  unit_windows:
    '{count, plural, zero {# فترة} one {فترة واحدة} two {فترتان} few {# فترات} many {# فترة} other {# فترة}}',
  unit_times:
    '{count, plural, zero {# مرة} one {مرة واحدة} two {مرتان} few {# مرات} many {# مرة} other {# مرة}}',
  unit_friends:
    '{count, plural, zero {# صديق} one {صديق واحد} two {صديقان} few {# أصدقاء} many {# صديقًا} other {# صديق}}',
  unit_codes:
    '{count, plural, zero {# رمز} one {رمز واحد} two {رمزان} few {# رموز} many {# رمزًا} other {# رمز}}',
  unit_days:
    '{count, plural, zero {# يوم} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
  unit_people:
    '{count, plural, zero {# شخص} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}',
  unit_points:
    '{count, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}}',
  unit_pixels:
    '{count, plural, zero {# بكسل} one {بكسل واحد} two {بكسلان} few {# بكسلات} many {# بكسلًا} other {# بكسل}}',
  unit_claims:
    '{count, plural, zero {# عملية استبدال} one {عملية استبدال واحدة} two {عمليتا استبدال} few {# عمليات استبدال} many {# عملية استبدال} other {# عملية استبدال}}',
  unit_orders:
    '{count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  unit_pieces:
    '{count, plural, zero {# قطعة} one {قطعة واحدة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطعة}}',
  unit_spend: 'إنفاق {amount}',
  duration_s:
    '{count, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتان} few {# ثوانٍ} many {# ثانية} other {# ثانية}}',
  duration_m:
    '{count, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}}',
  duration_h:
    '{count, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}',
  duration_d:
    '{count, plural, zero {# يوم} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
  limit_day:
    '{count, plural, zero {# مرة في اليوم} one {مرة في اليوم} two {مرتان في اليوم} few {# مرات في اليوم} many {# مرة في اليوم} other {# مرة في اليوم}}',
  limit_week:
    '{count, plural, zero {# مرة في الأسبوع} one {مرة في الأسبوع} two {مرتان في الأسبوع} few {# مرات في الأسبوع} many {# مرة في الأسبوع} other {# مرة في الأسبوع}}',
  limit_month:
    '{count, plural, zero {# مرة في الشهر} one {مرة في الشهر} two {مرتان في الشهر} few {# مرات في الشهر} many {# مرة في الشهر} other {# مرة في الشهر}}',
  limit_year:
    '{count, plural, zero {# مرة في السنة} one {مرة في السنة} two {مرتان في السنة} few {# مرات في السنة} many {# مرة في السنة} other {# مرة في السنة}}',
  limit_ever:
    '{count, plural, zero {# مرة في المجموع} one {مرة في المجموع} two {مرتان في المجموع} few {# مرات في المجموع} many {# مرة في المجموع} other {# مرة في المجموع}}',

  // The units after a field for a number.
  behind_months: 'شهر',
  behind_windows: 'فترة',
  behind_times: 'مرة',
  behind_friends: 'صديق',
  behind_codes: 'رمز',
  behind_days: 'يوم',
  behind_people: 'شخص',
  behind_points: 'نقطة',
  behind_pixels: 'بكسل',
  behind_claims: 'عملية استبدال',
  behind_orders: 'طلب',
  behind_pieces: 'قطعة',
  behind_percent: 'بالمئة',

  // The forms.
  entry_which: 'أيّها',
  entry_choose: 'اختيار',
  entry_to_draft: 'المسودة',
  entry_save: 'حفظ في المسودة',
  entry_look: 'معاينة',
  entry_remove_ask: 'إزالة…',
  entry_remove_title: 'إزالة {key}؟',
  entry_remove: 'إزالة {key}',
  entry_leaves: 'يخرج من المسودة مع التعليقات التي فيه.',
  entry_leaves_entry: 'بعد نشر المسودة يُعطَّل، ويعود مع سجله حين يعود مفتاحه.',
  entry_leaves_rate: 'بعد نشر المسودة تُرفض الطلبات بهذه العملة.',
  entry_leaves_texts: 'بعد نشر المسودة تعود نصوص الخادم.',
  entry_key: 'المفتاح',
  entry_key_about: 'الاسم الذي يعرفه به الخادم دائمًا: حروف لاتينية صغيرة وأرقام وواصلات.',
  entry_currency: 'العملة',
  entry_currency_about: 'حروفها الثلاثة: EUR.',
  entry_rate: 'عدد وحداتها مقابل 1 {currency}',
  entry_read: 'كما يقرؤها العملاء',
  entry_read_later: 'بعد إصلاح كل ما يلزم.',
  entry_no_yaml: 'لم يعد ملف المسودة بصيغة YAML. أصلح الملف أولًا.',
  entry_needs_key: 'يلزمه مفتاح.',
  entry_give_key: 'أعطه مفتاحًا.',
  entry_taken: 'في المسودة {key} بالفعل.',
  entry_key_taken: 'هذا المفتاح مستخدم بالفعل.',
  entry_empty: 'املأه أو أزله من المسودة.',
  field_needed: '{label} (مطلوب)',
  field_example: 'مثلًا {examples}.',
  field_one_a_line: 'واحد في كل سطر.',
  field_another: 'واحد آخر',
  field_by_word: 'بكلمة',
  field_none_of_these: 'لا شيء منها',
  field_as_usual: 'المعتاد: {word}',
  field_server_says: 'نص الخادم:',

  // The messages of the server, which a program may replace.
  texts_page: 'صفحة الولاء: {part}',
  texts_page_rest: 'صفحة الولاء: البقية',
  texts_rules: 'عناوين القواعد',
  texts_other: 'النقاط والتكاليف والسجلات',
};
