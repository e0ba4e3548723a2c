import type { server as english } from '../en/server.ts';

export const server: Record<keyof typeof english, string> = {
  server_programs:
    '{count, plural, zero {# برنامج} one {برنامج واحد} two {برنامجان معًا} few {# برامج معًا} many {# برنامجًا معًا} other {# برنامج معًا}} · {zone}',
  server_well: 'لا شيء يحتاج إلى انتباه.',
  server_attention: 'يحتاج إلى انتباه',
  server_webhook: 'خطاف الويب {id}',
  warning_code_pool_empty: 'أحد مخازن الرموز فارغ: استورد المزيد.',
  warning_code_pool_low: 'بقي في أحد مخازن الرموز أقل من 100.',
  warning_webhook_disabled: 'خطاف ويب موقوف.',
  warning_webhook_failing: 'خطاف ويب يفشل منذ ساعة.',
  warning_program_change_unfinished: 'لم يصل تغيير في برنامج إلى كل العملاء بعد.',
  warning_ledger_drift: 'دفتر النقاط لا يتطابق: انظر أدناه.',
  warning_backup_failed: 'فشلت آخر نسخة احتياطية: انظر أدناه.',
  warning_archive_failing: 'لا يمكن أرشفة سجل قاعدة البيانات: انظر سجل الخادم.',
  warning_ledger_unchecked: 'لم ينته فحص دفتر النقاط منذ ثلاثة أيام.',
  server_node: 'على \u2068Node {version}\u2069',
  server_database: 'قاعدة البيانات',
  server_migration: 'آخر ترحيل',
  server_tables: 'أكبر الجداول',
  server_table: 'الجدول',
  server_size: 'الحجم',
  server_rows: 'الصفوف تقريبًا',
  server_operators: 'الأشخاص',
  server_operators_about: 'كل من يحق له شيء على هذا الخادم أو كان يحق له. يحق للمشرفين كل شيء في كل برنامج.',
  server_roles: 'الأدوار',
  server_operator_admin: 'مشرف',
  server_operator_away: 'سُحب الوصول {day}',

  // The check of the ledger.
  ledger_check: 'فحص دفتر النقاط',
  ledger_last: 'الجولة الأخيرة',
  ledger_present: 'الجولة الحالية',
  ledger_before: 'الجولة السابقة',
  ledger_found: 'النتيجة',
  ledger_round: '{moment}: {customers}، {transactions}',
  ledger_customers:
    '{count, plural, zero {# عميل} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}',
  ledger_transactions:
    '{count, plural, zero {# معاملة} one {معاملة واحدة} two {معاملتان} few {# معاملات} many {# معاملة} other {# معاملة}}',
  ledger_none_ended: 'لم تنته جولة بعد',
  ledger_since: '{customers} منذ {moment}',
  ledger_none_goes_on: 'لا جولة جارية؛ تبدأ التالية من تلقاء نفسها',
  ledger_replaced: 'جزء: {customers} منذ {moment}، ثم حلّت الجولة الحالية محلها',
  ledger_well: 'لا شيء: كل شيء متطابق',
  ledger_drifts: 'ما لا يتطابق: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
  ledger_too_late: 'فحص طُلب من قبل جارٍ بالفعل.',
  ledger_check_now: 'فحص الكل الآن',
  ledger_about:
    'تفحص الخوادم قليلًا كل مرة فلا يلاحظ أحد. الفحص المطلوب لا يتوقف ويشغل معالجًا من قاعدة البيانات حتى ينتهي؛ ويفعل \u2068loyaltyd verify-ledger\u2069 الشيء نفسه في لقطة واحدة.',
  ledger_of_about: '{done} من نحو {customers}',

  // Backups.
  backups: 'النسخ الاحتياطية',
  backups_unknown:
    'لا تؤرشف قاعدة البيانات هذه سجلًا. إن كانت النسخ تُنشأ بطريقة أخرى فلا يعلم الخادم بها: جرّبها باستعادة إحداها.',
  backups_last: 'آخر نسخة',
  backups_none: 'لا نسخة من \u2068loyaltyd\u2069',
  backups_proven: 'آخر نسخة مُختبرة',
  backups_archived: 'آخر أرشفة للسجل',
  backups_failed: 'آخر فشل',
  backups_not_made: 'لم تُنشأ نسخة ({moment}):',
  backups_not_proven: 'تعذّر التحقق من النسخة ({moment}):',
};
