import type { ServerWords } from '../server-sentences.ts';

/** The mistakes that the server finds in imported files, in Arabic, by the English words. */
export const importWords = {
  '{field} is longer than {number} characters': '{field} أطول من {number} حرفًا',
  '{field} holds characters that are no text': 'في {field} محارف ليست نصًا',
  'email is not an email address': 'email ليس عنوان بريد إلكتروني',
  '{field} may hold letters without accents, digits, _ and - only':
    'لا يحوي {field} إلا حروفًا بلا علامات وأرقامًا و_ و-',
  '{field} is no date as {order} says': '{field} ليس تاريخًا على هيئة {order}',
  '{field} is no day as {order} says': '{field} ليس يومًا على هيئة {order}',
  '{field} must be subscribed, not_subscribed or unknown, or yes or no':
    'يجب أن يكون {field} ‏subscribed أو not_subscribed أو unknown، أو yes أو no',
  '{field} must be yes or no': 'يجب أن يكون {field} yes أو no',
  'metadata must be a JSON object': 'يجب أن يكون metadata كائن JSON',
  'metadata names a member twice': 'يسمي metadata حقلًا مرتين',
  'metadata holds a number that cannot be held exactly; write it as text':
    'في metadata عدد لا يُحفظ بدقة: اكتبه نصًا',
  "tier is none of the program's: it has {list}": 'tier ليس من مستويات البرنامج، وهي {list}',
  'lots hold {number} points, and points says {amount}': 'مجموع lots هو {number} نقطة، وpoints يقول {amount}',
  'pending holds {number} points, and points_pending says {amount}':
    'مجموع pending هو {number} نقطة، وpoints_pending يقول {amount}',
  '{field} must be a whole number from {number} to {most}, without separators':
    'يجب أن يكون {field} عددًا صحيحًا من {number} إلى {most} بلا فواصل',
  'names the same customer as line {number}': 'يذكر العميل نفسه الذي في السطر {number}',
  'has the same email as line {number}': 'بريده هو نفسه الذي في السطر {number}',
  'has the same referral_id as line {number}': '‏referral_id فيه هو نفسه الذي في السطر {number}',
  'has a merchant_id, an email or a referral_id that somebody else has':
    'فيه merchant_id أو بريد أو referral_id لشخص آخر',
  'birthday is not possible: There is no such day.': '‏birthday غير ممكن: لا يوجد يوم كهذا',
  'birthday is not possible: The birthday lies before {number}.':
    '‏birthday غير ممكن: تاريخ الميلاد قبل {number}',
  'birthday is not possible: The birthday lies in the future.':
    '‏birthday غير ممكن: تاريخ الميلاد في المستقبل',
  'names nobody: no customer of the program has this email': 'لا يسمي أحدًا: لا عميل في البرنامج بهذا البريد',
  'names a customer that was merged into another': 'يسمي عميلًا دُمج في غيره',
  'has another email than the customer; change that first, or leave the column out (--column email=)':
    'بريده غير بريد العميل: غيّر ذاك أولًا أو اترك العمود (\u2068--column email=\u2069)',
  'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)':
    'نقاطه المعلقة غير نقاط العميل: احسم تلك أولًا أو اترك العمود (\u2068--column pending=\u2069)',
  'has a points_spent below the {number} points that the customer has spent':
    'points_spent أقل من {number} نقطة أنفقها العميل',
  'would change the points or the tier of a blocked customer': 'سيغير نقاط عميل محظور أو مستواه',
  'has points or a tier for a guest, who is to be enrolled first': 'فيه نقاط أو مستوى لضيف يجب تسجيله أولًا',
  'has points or a tier, and no enrolled_at': 'فيه نقاط أو مستوى بلا enrolled_at',
  'has an enrolled_at that is still to come': 'enrolled_at فيه لم يأت بعد',
  'has a referral_id that another customer has': 'referral_id فيه لعميل آخر',
  'has an email that another customer has': 'بريده لعميل آخر',
  'has points that have expired': 'فيه نقاط انتهت صلاحيتها',
  'has pending points whose date is past, and no points that they could be added to':
    'فيه نقاط معلقة مضى تاريخها ولا نقاط تضاف إليها',
  'has a tier_expires_at for a tier that is given by hand, which has no end':
    'فيه tier_expires_at لمستوى يُمنح يدويًا لا نهاية له',
  'has a tier_expires_at that is past': 'tier_expires_at فيه قد مضى',
  'tier_expires_at has no tier': 'tier_expires_at بلا tier',
  'has no {field}': 'بلا {field}',
  'has {number} cells, and the header has {amount}': 'فيه {number} خلية، وفي الرأس {amount}',
  'has metadata that is too long': 'فيه metadata أطول مما ينبغي',
  'gives or takes more than {number} points, which is more than this import may; try the file again to see who may import it':
    'يضيف أو يخصم أكثر من {number} نقطة، وهو أكثر مما يُسمح به لهذا الاستيراد: جرّب الملف ثانية لترى من يحق له استيراده',
  'This line begins with a quotation mark that does not end.': 'يبدأ هذا السطر بعلامة اقتباس لا تنتهي.',
  'This line is longer than {number} characters.': 'هذا السطر أطول من {number} حرف.',
  'This line is not UTF-8.': 'هذا السطر ليس بترميز UTF-8.',
  'This line holds control characters.': 'في هذا السطر محارف تحكم.',
  'This line has nothing but dashes.': 'ليس في هذا السطر إلا شرطات.',
  'This line is a code of {key} already.': 'هذا الرمز تابع لـ{key} سلفًا.',
  'This line was given to a customer already, by a reward that generates its codes.':
    'مُنح هذا الرمز لعميل سلفًا من مكافأة تولد رموزها.',
  'This line stands in the file twice, or another import brought it meanwhile.':
    'هذا الرمز مكرر في الملف، أو جاء به استيراد آخر.',
  'The server failed at it. Its log says more.': 'أخفق الخادم في ذلك. تجد التفاصيل في سجله.',
  'Nobody decided within a day. Nothing was imported.': 'لم يبتّ أحد في الأمر خلال يوم. لم يُستورد شيء.',
  'The import takes two people, and was declined or taken back. Nothing was imported.':
    'يحتاج الاستيراد إلى شخصين، وقد رُفض أو سُحب. لم يُستورد شيء.',
  'The file is no longer there: files are kept for a day.': 'لم يعد الملف موجودًا: تُحفظ الملفات يومًا واحدًا.',
  '{name} cannot be read as csv: it is a workbook or an archive: save it as csv.':
    'تعذّرت قراءة {name} بصيغة csv: هذا مصنف أو أرشيف. احفظه بصيغة csv.',
  '{name} cannot be read as csv: it is no text.': 'تعذّرت قراءة {name} بصيغة csv: ليس نصًا.',
  '{name} cannot be read as csv: it is empty.': 'تعذّرت قراءة {name} بصيغة csv: الملف فارغ.',
  'The file is not imported: {sentence}.': 'لا يُستورد الملف: {sentence}.',
  'import {number} of it is being reverted; wait for that, or revert it again to go on':
    'جارٍ التراجع عن الاستيراد {number} لهذا الملف؛ انتظر انتهاءه أو كرر التراجع لمتابعته',
  'import {number} of it was begun with other options; go on with those, or revert it':
    'بدأ الاستيراد {number} لهذا الملف بخيارات أخرى؛ تابع بتلك الخيارات أو تراجع عنه',
  'import {number} of it is reverted': 'تم التراجع عن الاستيراد {number} لهذا الملف',
  'another process has just begun to import it': 'بدأت عملية أخرى استيراده للتو',
  'Another process goes on with import {number}, or reverts it.':
    'تتابع عملية أخرى الاستيراد {number} أو تتراجع عنه.',
  'There is no site {key}.': 'لا يوجد موقع {key}.',
  'There is no preset {key}.': 'لا يوجد قالب {key}.',
  'The file cannot be read: {sentences}.': 'تعذّرت قراءة الملف: {sentences}.',
  "no column holds the customers' merchant_id or email; the file has {names} and {number} more":
    'لا عمود فيه merchant_id أو email للعملاء؛ أعمدة الملف: {names} و{number} غيرها',
  "no column holds the customers' merchant_id or email; the file has {names}":
    'لا عمود فيه merchant_id أو email للعملاء؛ أعمدة الملف: {names}',
  'the column {name} stands in it twice': 'يتكرر العمود {name}',
  'the column {name} stands in the file twice': 'يتكرر العمود {name}',
  'the column {name} is not in the file': 'لا يوجد العمود {name} في الملف',
  'it was erased since': 'مُحي منذ ذلك الحين',
  'it was merged into another since': 'دُمج في غيره منذ ذلك الحين',
  'points spent or expired: {number}': 'نقاط أُنفقت أو انتهت صلاحيتها: {number}',
  'the customer stays, since it was used meanwhile': 'يبقى العميل لأنه كان نشطًا في الأثناء',
  'the customer stays, since it was changed meanwhile': 'يبقى العميل لأنه تغيّر في الأثناء',
  '{field} was changed since': 'تغيّر {field} منذ ذلك الحين',
} satisfies Partial<ServerWords>;
