import type { done as english } from '../en/done.ts';

export const done: Record<keyof typeof english, string> = {
  // Messages on the next screen, after an action.
  done_points_added: 'أُضيفت النقاط.',
  done_points_removed: 'خُصمت النقاط.',
  done_note_added: 'حُفظت الملاحظة.',
  done_note_deleted: 'حُذفت الملاحظة.',
  done_blocked: 'العميل محظور الآن.',
  done_unblocked: 'رُفع الحظر عن العميل.',
  done_tier_set: 'أصبح للعميل مستوى آخر.',
  done_tier_same: 'المستوى هو نفسه كما كان.',
  done_approved: 'تمت الموافقة على النشاط.',
  done_declined: 'رُفض النشاط.',
  done_void: 'سُحب النشاط.',
  done_claimed: 'استُبدلت المكافأة.',
  done_given_back: 'أُعيدت المكافأة وعادت نقاطها.',
  done_fulfilled: 'سُجّل تسليم المكافأة.',
  done_requested: 'قُدّم الطلب. سيُنفَّذ عندما يوافق عليه زميل في قائمة الانتظار.',
  done_merged: 'أصبحا عميلًا واحدًا.',
  done_erased: 'مُحي العميل.',
  done_erased_before: 'سبق محو العميل. لا حاجة إلى أي إجراء آخر.',

  // Refusals, with their remedies.
  not_done: 'لم يُنفَّذ شيء. انظر أدناه.',
  refusal_customer_blocked: 'العميل محظور. ارفع الحظر أولًا ثم أعد المحاولة.',
  refusal_customer_not_enrolled: 'العميل ضيف، ولا نقاط للضيوف. يصبح عضوًا عندما يسجّل الدخول أو ينضم.',
  refusal_reward_not_enabled_for_customer:
    'لا يستطيع هذا العميل استبدال المكافأة: فهي معطّلة أو ليست لمستواه أو بلده.',
  refusal_reward_limit_reached: 'استبدل العميل هذه المكافأة العدد الذي يسمح به حدّها.',
  refusal_reward_out_of_stock: 'لم يبقَ شيء من المكافأة. زد مخزونها في البرنامج أو اختر غيرها.',
  refusal_voucher_allocation_failed: 'لم تبقَ رموز. استورد رموزًا ثم أعد المحاولة.',
  refusal_invalid_variant_id: 'لا يوجد هذا الخيار للمنتج.',
  refusal_reward_already_refunded: 'سبقت إعادة المكافأة. لا حاجة إلى أي إجراء آخر.',
  refusal_reward_already_used: 'استُخدمت المكافأة أو انتهت: تبقى نقاطها مصروفة.',
  refusal_activity_already_resolved: 'سبق أن بتّ فيه شخص آخر. انظر إليه مجددًا.',
  refusal_idempotency_key_reused:
    'أُرسل هذا النموذج من قبل بملف آخر أو بلا ملف، ونُفّذ. لا ترسله مجددًا إلا لتكرار العملية.',
  refusal_insufficient_points: 'ليس لدى العميل نقاط كافية لذلك.',
  refusal_insufficient_points_of:
    'لدى العميل {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}}، وهذا لا يكفي.',
  refusal_approval_required: 'يحتاج هذا إلى شخصين. قدّم طلبًا ودع غيرك يقرر.',
  refusal_points_left:
    'ما زال بإمكانك اليوم إضافة أو خصم {left, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}}. اطلب من مدير أو أكمل غدًا.',
  refusal_insufficient_scope: 'لا يسمح دورك بهذا. يقرر المالكون والمديرون والمشرفون.',
  refusal_not_found: 'لم يعد موجودًا. تحقق منه مجددًا.',
  refusal_own_request: 'أنت من طلب هذا. يقرر غيرك.',
  refusal_decided_before: 'سبق أن بتّ فيه شخص أو سحب الطلب أو دمج العميل. انظر إليه مجددًا.',
};
