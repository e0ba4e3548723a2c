/** The explanations of the program and its sites in the program file in Arabic, by the English ones. */
export const programHelp = {
  'A loyalty program: its sites, tiers, rules and rewards.':
    'ما هو برنامج الولاء: المواقع والمستويات وطرق الكسب والمكافآت.',
  'The permanent name of the program. A file with this key changes that program when it is applied.':
    'اسم البرنامج الدائم. تطبيق ملف بهذا المفتاح يغيّر ذلك البرنامج.',
  'The name of the program, for customers.': 'اسم البرنامج كما يراه العملاء.',
  'The currency of tiers and of every amount in this file. It cannot be changed once the program has customers. ISO 4217.':
    'عملة المستويات وكل مبلغ في هذا الملف. تثبت بعد أن يصبح للبرنامج عملاء. ISO 4217.',
  'Whether it is a test program, whose clock can be advanced. It cannot be changed once the program has customers. Default: false.':
    'برنامج تجريبي يمكن تقديم ساعته. يثبت ذلك بعد أن يصبح للبرنامج عملاء.',
  'Whether the server enrols customers whom a session, an order or an activity names for the first time. Otherwise they stay guests. Default: true.':
    'هل يُسجَّل العملاء الذين تذكرهم جلسة أو طلب أو نشاط لأول مرة، وإلا بقوا ضيوفًا. نعم ما لم يُذكر غير ذلك.',
  'What happens if points are taken back that the customer has spent. allow: the balance goes below zero. within_balance: the balance goes down to zero, and the rest is taken if a returned claim brings points back. Default: allow.':
    'سحب نقاط صُرفت من قبل: allow ينزل بالرصيد تحت الصفر، وwithin_balance يأخذ الموجود ثم الباقي حين تعيده مكافأة مُعادة. allow ما لم يُذكر غيره.',
  'How long the address of an embedded loyalty page works. Default: 15m. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'مدة صلاحية عنوان صفحة الولاء المضمّنة، وهي 15m ما لم يُذكر غيرها. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  "For each other currency: how many units of it are one unit of the program's currency. A currency without a rate is not supported.":
    'لكل عملة: عدد وحداتها مقابل وحدة من عملة البرنامج. العملة بلا سعر صرف غير مقبولة.',
  'The value of a point in reports and closed months, in units of the currency, such as 0.01. Default: what rewards gave for points in the last twelve months.':
    'قيمة النقطة في الدفاتر والتقارير، بوحدات العملة: 0.01. بدونها تُؤخذ قيمة ما أعطته المكافآت مقابل النقاط في آخر اثني عشر شهرًا.',
  'The sites by their permanent keys. The first is the home site of customers whom a back end creates.':
    'المواقع بمفاتيحها الثابتة. إلى أولها ينتمي العملاء الذين تنشئهم الأنظمة الخلفية.',
  'A store that the program serves.': 'متجر يخدمه البرنامج.',
  'The name of the store.': 'اسم المتجر.',
  'The address of the store.': 'عنوان المتجر.',
  'The address at which visitors of the loyalty page become members. Default: the address of the store.':
    'حيث ينضم زوار صفحة الولاء. بدونه: عنوان المتجر.',
  'The address at which visitors of the loyalty page sign in. Default: the address of the store.':
    'حيث يسجّل زوار صفحة الولاء الدخول. بدونه: عنوان المتجر.',
  'The currency of this site. Default: the currency of the program. ISO 4217.':
    'عملة هذا الموقع، وهي عملة البرنامج ما لم يُذكر غيرها. ISO 4217.',
  'The languages of the site. The first is its default.': 'لغات الموقع، وأولها هي المعتادة.',
  'A language tag: en, fr, pt-BR.': 'رمز لغة: en أو fr أو pt-BR.',
  'The IANA time zone for the limits, birthdays and tier dates of its customers.':
    'المنطقة الزمنية (IANA) التي تُحسب بها حدود عملائه وأعياد ميلادهم وتواريخ مستوياتهم.',
  'The country of requests that name none. ISO 3166-1 alpha-2.':
    'بلد الطلبات التي لا تذكر بلدًا. ISO 3166-1 alpha-2.',
  "Further origins that may show the loyalty page in a frame. The site's own origin always may.":
    'أصول أخرى يُسمح لها بتضمين صفحة الولاء، ويُسمح لأصل الموقع دائمًا.',
  'An origin: https://shop.example': 'أصل: https://shop.example',
};
