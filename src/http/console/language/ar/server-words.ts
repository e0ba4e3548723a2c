import type { ServerWords } from '../server-sentences.ts';
import { importWords } from './import-words.ts';

/** The mistakes that the server finds, in Arabic, by the English words. */
export const serverWords: ServerWords = {
  ...importWords,
  '{sentence}; did you mean "{word}"?': '{sentence}؛ هل المقصود «{word}»؟',
  '"{name}" is missing': '«{name}» مفقود',
  'must be one of {list}, not {value}': 'المتوقع واحد من {list}، والمكتوب {value}',
  'must be {type}, not {value}': 'المتوقع {type}، والمكتوب {value}',
  'must be {type}; this is {value}': 'المتوقع {type}، والمكتوب {value}',
  'must be at least {number}': 'يجب ألا يقل عن {number}',
  'must be more than {number}': 'يجب أن يزيد على {number}',
  'must be at most {number}': 'يجب ألا يزيد على {number}',
  'must not be empty': 'يجب ألا يكون فارغًا',
  'must be at most {number} characters long': 'يجب ألا يتجاوز {number} حرفًا',
  'must hold at least one entry': 'يجب أن يحوي عنصرًا واحدًا على الأقل',
  'must hold at least {number} entries': 'يجب ألا تقل عناصره عن {number}',
  'must hold at most {number} entries': 'يجب ألا تزيد عناصره على {number}',
  'this is given twice': 'مكرر',
  'this name is given twice': 'هذا الاسم مكرر',
  'is not valid': 'غير صالح',
  'unknown property; known here: {list}': 'غير معروف هنا؛ المعروف: {list}',
  'unknown property': 'غير معروف هنا',
  'is a file of {number} KiB, which is too large': 'ملف حجمه {number} كيبيبايت، وهو كبير جدًا',
  'there is no currency {code}': 'لا توجد عملة {code}',
  "is the program's own currency, whose rate is 1": 'هي عملة البرنامج نفسها، وسعرها 1',
  'there is no country {code}': 'لا يوجد بلد {code}',
  'there is no language "{code}"': 'لا توجد لغة «{code}»',
  'there is no such language': 'هذه اللغة غير موجودة',
  'is no language of any site': 'ليست لغة أي موقع',
  'lacks {code}, the first language of site "{key}"': 'تنقص {code}، وهي اللغة الأولى للموقع «{key}»',
  'has no rate in currency_rates': 'ليس لها سعر في currency_rates',
  'there is no tier "{key}"': 'لا يوجد مستوى «{key}»',
  'there is no reward "{key}"': 'لا توجد مكافأة «{key}»',
  'there is no benefit "{key}"': 'لا توجد ميزة «{key}»',
  '"{key}" needs a running subscription, and so cannot be given unasked':
    '«{key}» تحتاج إلى اشتراك سارٍ، فلا تُمنح تلقائيًا',
  '"{key}" is a product, which needs a cart, and so cannot be given unasked':
    '«{key}» منتج يحتاج إلى سلة، فلا يُمنح تلقائيًا',
  '"{key}" is a voucher whose amount the customer chooses, and so cannot be given unasked':
    '«{key}» قسيمة يختار العميل قيمتها، فلا تُمنح تلقائيًا',
  'stands beside image: a reward has one picture': 'يرد بجانب image: للمكافأة صورة واحدة',
  'there is no {name} of such a reward': 'لا يوجد {name} لمكافأة كهذه',
  'gives either points or a reward': 'يمنح نقاطًا أو مكافأة، لا كليهما',
  'needs points beside it': 'يحتاج إلى points بجانبه',
  'holds back points alone: a rule that gives a reward gives it at once':
    'يحجز النقاط وحدها: قاعدة تمنح مكافأة تمنحها فورًا',
  'must not begin with a $, as the names of other kinds do': 'يجب ألا يبدأ بـ$ كأسماء الأنواع الأخرى',
  'is also the name of "{key}"': 'هو أيضًا اسم «{key}»',
  'a conditional tier has none: it is given by hand': 'المستوى المشروط لا حد له: يُمنح يدويًا',
  'is conditional: the first tier is the one everybody begins in': 'مشروط: المستوى الأول يبدأ فيه الجميع',
  'must be 0: everybody begins in the first tier': 'يجب أن يكون 0: المستوى الأول يبدأ فيه الجميع',
  'is also the bound of "{key}"': 'هو أيضًا حد «{key}»',
  'must be above that of "{key}": tiers stand lowest first':
    'يجب أن يعلو حد «{key}»: تُرتَّب المستويات من الأدنى',
  'must be a whole number of points': 'يجب أن يكون عددًا صحيحًا من النقاط',
  'must be a whole number of orders': 'يجب أن يكون عددًا صحيحًا من الطلبات',
  '{code} has no decimals; this is {amount}': '{code} بلا كسور عشرية؛ والمكتوب {amount}',
  '{code} has {number} decimals; this is {amount}': 'لـ{code} {number} منازل عشرية؛ والمكتوب {amount}',
  'the month has {number} days': 'في الشهر {number} يومًا',
  'needs a {name} beside it': 'يحتاج إلى {name} بجانبه',
  'needs "{name}" beside it': 'يحتاج إلى «{name}» بجانبه',
  'is either an amount or a percentage': 'إما مبلغ وإما نسبة مئوية',
  'must have at most two decimals': 'يجب ألا تزيد منازله العشرية على اثنتين',
  'must not be below the minimum_discount': 'يجب ألا يقل عن minimum_discount',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}, as {better} has':
    'تباين {name} {colour} على {ground} {other} هو {number} إلى 1؛ ويطلب WCAG 2.2 AA ما لا يقل عن {least}، كما في {better}',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}':
    'تباين {name} {colour} على {ground} {other} هو {number} إلى 1؛ ويطلب WCAG 2.2 AA ما لا يقل عن {least}',
  'is {number} bytes large; at most {most} stand in every page':
    'حجمه {number} بايت؛ ولا يظهر في كل صفحة أكثر من {most}',
  'is {number} bytes large; at most {most} are kept of a banner':
    'حجمه {number} بايت؛ ولا تتجاوز اللافتة {most}',
  'is {number} bytes large; at most {most} are kept of a picture of a reward':
    'حجمه {number} بايت؛ ولا تتجاوز صورة المكافأة {most}',
  'is {number} bytes large; at most {most} are left of the {all} for the pictures of all rewards':
    'حجمه {number} بايت؛ والباقي من {all} لصور كل المكافآت {most}',
  'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG':
    'ليست صورة PNG أو JPEG أو WebP؛ قد يحوي SVG برامج نصية: صدّره بصيغة PNG',
  'is {width} × {height} pixels large; at most {most} either way':
    'أبعادها {width} × {height} بكسل؛ والحد {most} في كل اتجاه',
  'must be a data: URI: no other file comes with this one':
    'يجب أن يكون \u2068data: URI\u2069، فلا ملف آخر مع هذا',
  'must be a data: URI in base64, as in data:image/png;base64,…':
    'يجب أن يكون \u2068data: URI\u2069 بترميز base64، مثل \u2068data:image/png;base64,…\u2069',
  'must be the style sheet itself: no other file comes with this one':
    'يجب أن تكون ورقة الأنماط نفسها، فلا ملف آخر مع هذا',
  'the file is nested too deeply': 'الملف متداخل أكثر مما ينبغي',
  'a second YAML document begins here; a program file holds one':
    'تبدأ هنا وثيقة YAML ثانية؛ ولملف البرنامج وثيقة واحدة',
  'must be {key}: the draft is of that program': 'يجب أن يكون {key}: المسودة لذلك البرنامج',
  'must be {form}': 'المتوقع {form}',
  'A password has at least {number} characters.': 'لا تقل كلمة المرور عن {number} حرفًا.',
  'A password has at most {number} characters.': 'لا تزيد كلمة المرور على {number} حرف.',
  'This password repeats too few characters.': 'تتألف كلمة المرور هذه من أحرف مختلفة قليلة جدًا.',
  'This password is too close to the email.': 'كلمة المرور هذه قريبة جدًا من البريد الإلكتروني.',
  'This is no email address.': 'هذا ليس عنوان بريد إلكتروني.',
  'A name has at most {number} characters.': 'لا يزيد الاسم على {number} حرفًا.',
  'The address must be an https URL of at most {number} characters.':
    'يجب أن يكون العنوان رابط https لا يزيد على {number} حرف.',
  'The address must be an https URL.': 'يجب أن يكون العنوان رابط https.',
  'The address must hold no user name or password.': 'يجب ألا يحتوي العنوان على اسم مستخدم أو كلمة مرور.',
  'The address must hold no fragment.': 'يجب ألا يحتوي العنوان على جزء يبدأ بعلامة #.',
  'The address must have one of the ports {list}.': 'يجب أن يستخدم العنوان أحد هذه المنافذ: {list}.',
  'The address must be an address of the public internet.': 'يجب أن يكون العنوان على الإنترنت العام.',
  '{uri} is not a URL.': '{uri} ليس رابطًا.',
  '{uri} must have no fragment.': 'يجب ألا يحتوي {uri} على جزء يبدأ بعلامة #.',
  '{uri} must hold no user and no password.': 'يجب ألا يحتوي {uri} على مستخدم أو كلمة مرور.',
  '{uri} must be one address: * stands for nothing else.':
    'يجب أن يكون {uri} عنوانًا واحدًا: العلامة * لا تمثل شيئًا آخر.',
  '{uri} must begin with https://, or with http:// and a loopback address.':
    'يجب أن يبدأ {uri} بـ https://، أو بـ http:// وعنوان استرجاع محلي.',
  '{uri} must have a plain host name or address.': 'يجب أن يكون في {uri} اسم مضيف أو عنوان بسيط.',
  'the file is longer than {number} characters': 'الملف أطول من {number} حرف',
  'the file unfolds into more than {number} values': 'في الملف بعد بسطه أكثر من {number} قيمة',
  'the names of the file unfold into more than {number} characters':
    'في أسماء الملف بعد بسطها أكثر من {number} حرف',
  'the file is nested more than {number} levels deep': 'الملف متداخل بأكثر من {number} مستوى',
  'A program file has at most {number} MB here. The command `loyaltyd program apply` takes greater ones.':
    'لا يزيد ملف البرنامج هنا على {number} ميغابايت. والأمر \u2068`loyaltyd program apply`\u2069 يقبل ما هو أكبر.',
  'Somebody decided before, or took the request back.': 'سبق أن بتّ أحدهم في الطلب أو سحبه.',
  'made of small letters, digits, "-" and "_", at most 63 of them':
    'اسم من 63 حرفًا صغيرًا أو رقمًا أو «-» أو «_» على الأكثر',
  'a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d':
    'مدة من 1 إلى 999999 من وحدة، مثل 30s أو 15m أو 24h أو 14d',
  'a currency code of three capital letters such as USD': 'رمز عملة من ثلاثة أحرف كبيرة مثل USD',
  'a country code of two capital letters such as US': 'رمز بلد من حرفين كبيرين مثل US',
  'a language tag such as en or pt-BR': 'رمز لغة مثل en أو pt-BR',
  'a colour such as "#2d3a8c", in quotes': 'لون مثل \u2068"#2d3a8c"\u2069 بين علامتي اقتباس',
  'a list of fonts such as Georgia, "Times New Roman", serif':
    'قائمة خطوط مثل \u2068Georgia, "Times New Roman", serif\u2069',
  'the name of a message: small letters, digits and "_"': 'اسم رسالة: أحرف صغيرة وأرقام و«_»',
  'an address that begins with https:// or http://':
    'عنوان يبدأ بـ \u2068https://\u2069 أو \u2068http://\u2069',
  'an origin without a path, such as https://shop.example': 'أصل بلا مسار، مثل https://shop.example',
  'an address, https://…': 'عنوان، \u2068https://…\u2069',
  'of another form': 'صيغة أخرى',
  'another name': 'اسم آخر',
  'a map of names to values': 'أسماء وقيم متقابلة',
  'a map of language to text': 'نص لكل لغة',
  'a map with {list}': 'أسماء وقيم فيها {list}',
  'a map': 'أسماء وقيم متقابلة',
  'a list': 'قائمة',
  'a text': 'نص',
  'true or false': 'true أو false',
  'a whole number': 'عدد صحيح',
  'a number': 'عدد',
  nothing: 'لا شيء',
  'the text "{text}"': 'النص «{text}»',
  'the number {number}': 'العدد {number}',
  '{one} or {other}': '{one} أو {other}',
};
