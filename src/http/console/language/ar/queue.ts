import type { queue as english } from '../en/queue.ts';

export const queue: Record<keyof typeof english, string> = {
  // The activities that wait.
  queue_oldest_first: 'الأقدم أولًا.',
  queue_by_itself: 'موافقة تلقائية',
  queue_none: 'لا يوجد نشاط في الانتظار',
  queue_none_about: 'تنتظر الأنشطة هنا حتى تنتهي مهلتها أو يُدفع طلبها أو يقرر أحد.',
  queue_more_to_see: 'لا شيء فيما بُحث فيه. وهناك المزيد.',
  queue_the_oldest: 'الأقدم',
  queue_age: 'مدة الانتظار',
  queue_age_1: 'أكثر من يوم',
  queue_age_7: 'أكثر من 7 أيام',
  queue_age_30: 'أكثر من 30 يومًا',
  queue_cause_order: 'الطلبات',
  queue_cause_referral: 'الإحالات',
  queue_cause_other: 'كل ما عداها',
  queue_above: 'نقاط أكثر من',
  queue_customer: 'معرّف العميل أو بريده',
  queue_wrong_points: 'اكتب عددًا صحيحًا بالأرقام فقط، مثل 1000.',
  queue_activities: 'الأنشطة قيد الانتظار',
  queue_all_here: 'كل ما في هذه الصفحة',
  queue_undo: 'تراجع',
  queue_once_paid: 'عند دفع الطلب',
  queue_choose_first: 'اختر الأنشطة أولًا.',

  // Before they are decided on.
  queue_approve_these: 'الموافقة على هذه؟',
  queue_decline_these: 'رفض هذه؟',
  queue_approve_means: 'يمكن إنفاق النقاط الموافق عليها فورًا.',
  queue_decline_means: 'النشاط المرفوض لا يعطي شيئًا، وهذا نهائي.',
  queue_chosen: 'الأنشطة المختارة',
  queue_same_report: 'من البلاغ نفسه',
  queue_approve_count: 'الموافقة على {count}',
  queue_decline_count: 'رفض {count}',

  // After it.
  queue_are_approved:
    'تمت الموافقة: {count, plural, zero {لا أنشطة} one {نشاط واحد} two {نشاطان} few {# أنشطة} many {# نشاطًا} other {# نشاط}}.',
  queue_are_declined:
    'تم الرفض: {count, plural, zero {لا أنشطة} one {نشاط واحد} two {نشاطان} few {# أنشطة} many {# نشاطًا} other {# نشاط}}.',
  queue_approved_too: '{activity}، {name}: تمت الموافقة أيضًا. كان ينتظر وهو من البلاغ نفسه.',
  queue_declined_too: '{activity}، {name}: رُفض أيضًا. كان ينتظر وهو من البلاغ نفسه.',
  queue_left: '{activity}، {name}: {why}',
  queue_left_before: '{state} {whom}. لم يُنفَّذ شيء.',
  queue_state_approved: 'تمت الموافقة عليه',
  queue_state_declined: 'رُفض',
  queue_state_void: 'سُحب',
  queue_state_pending: 'بُتّ فيه',
  queue_meanwhile: 'في الأثناء',
  queue_meanwhile_by: 'في الأثناء بواسطة {name}',
  queue_meanwhile_itself: 'في الأثناء تلقائيًا',

  // Actions that take two people.
  queue_two: 'إجراءات تحتاج إلى شخصين',
  queue_done: 'تم التنفيذ.',
  queue_over: 'انتهى الطلب. لم يُنفَّذ شيء.',
  queue_deed: 'الإجراء',
  queue_asked_by: 'مقدّم الطلب',
  queue_requests: 'الطلبات المقدمة',
  queue_manager_decides: 'يقرر مدير',
  queue_colleague_decides: 'يقرر زميل',
  queue_import:
    'استيراد {file}: حتى {points, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}} لعميل واحد.',
  queue_see: 'عرض',

  // The counts of everything that waits.
  queue_count_none: 'لا شيء في الانتظار.',
  queue_many_activities: 'أكثر من {most} نشاط',
  queue_some_activities:
    '{count, plural, zero {لا أنشطة} one {نشاط واحد} two {نشاطان} few {# أنشطة} many {# نشاطًا} other {# نشاط}}',
  queue_some_requests:
    '{count, plural, zero {لا طلبات} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  queue_both: '{activities} و{requests}',
  queue_wait:
    '{count, plural, zero {بانتظار القرار: {some}.} one {بانتظار القرار: {some}.} two {بانتظار القرار: {some}.} few {بانتظار القرار: {some}.} many {بانتظار القرار: {some}.} other {بانتظار القرار: {some}.}}',
  queue_sent_soon: '{deed}: {count}. يُرسل خلال {seconds} ثوانٍ.',
};
