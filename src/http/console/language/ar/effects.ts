import type { effects as english } from '../en/effects.ts';

export const effects: Record<keyof typeof english, string> = {
  effect_no_tier: 'بلا مستوى',
  effect_rule: 'القاعدة {key}',
  effect_reward: 'المكافأة {key}',
  effect_tier_enters:
    'يدخلون {to} فورًا: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_tier_rises:
    'يرتفعون فورًا من {from} إلى {to}: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_tier_leaves:
    'ينتقلون فورًا من {from} الذي ينتهي إلى {to}: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_tier_falls:
    'ينزلون من {from} إلى {to} عند انتهاء العضوية: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_tier_falls_on:
    'ينزلون من {from} إلى {to} عند انتهاء العضوية، وأولها في {day}: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_tier_stays:
    'يبقون بعد أن كانوا سينزلون من {from} إلى {to}: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_tier_stays_on:
    'يبقون بعد أن كانوا سينزلون من {from} إلى {to}، وأولهم في {day}: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_rule_opens:
    'يمكنهم إتمام القاعدة {key} من جديد: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_reward_opens:
    'يمكنهم استبدال المكافأة {key} من جديد: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_rule_closes:
    'لا يمكنهم إتمام القاعدة {key} بعد الآن بالحد الجديد: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_reward_closes:
    'لا يمكنهم استبدال المكافأة {key} بعد الآن بالحد الجديد: {count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}.',
  effect_customers:
    '{count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}',
  effect_points:
    '{count, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}}',
  effect_points_expire: 'تنتهي فورًا، لدى {customers}: {points}.',
  effect_points_kept: 'لن تنتهي بعد الآن، لدى {customers}: {points}.',
  effect_points_move: 'تنتهي في أوقات غير السابقة، أولها {day}، لدى {customers}: {points}.',
  effect_claims:
    'لم تُستخدم بعد ويبقى استخدامها ممكنًا من {entry}: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  effect_variant: 'الخيار {variant} من {entry}',
  effect_stock_uncounted: 'لن يُحصى مخزون {what} بعد الآن.',
  effect_stock_counted: 'يُحصى مخزون {what} من الآن، بدءًا من {after}.',
  effect_stock_out: 'تنفد {what}: كان المتبقي {before}.',
  effect_stock: 'المتبقي من {what} هو {after} بدل {before}.',
  effect_codes_none: 'لا رمز في مخزون {entry}، فلا يمكن لأحد استبدالها.',
  effect_codes:
    'عدد الرموز في مخزون {entry} لكمية {wanted}: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  effect_unfinished: 'لم تصل النسخة {version} إلى كل العملاء بعد، فقد تتغير الأعداد.',
};
