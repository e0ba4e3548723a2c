/** The explanations of the program and its sites in the program file in Arabic, by the English ones. */
export const programHelp = {
  'What a loyalty program is: sites, tiers, ways to earn and rewards.':
    'ما هو برنامج الولاء: المواقع والمستويات وطرق الكسب والمكافآت.',
  'Names the program for ever; applying a file with this key changes that program.':
    'اسم البرنامج الدائم. تطبيق ملف بهذا المفتاح يغيّر ذلك البرنامج.',
  'The name of the program, for customers.': 'اسم البرنامج كما يراه العملاء.',
  'Currency of tiers and of every amount in this file. Fixed once the program has customers. ISO 4217.':
    'عملة المستويات وكل مبلغ في هذا الملف. تثبت بعد أن يصبح للبرنامج عملاء. ISO 4217.',
  'A test program, whose clock can be turned ahead. Fixed once the program has customers.':
    'برنامج تجريبي يمكن تقديم ساعته. يثبت ذلك بعد أن يصبح للبرنامج عملاء.',
  'Whether customers that a session, an order or an activity names for the first time are enrolled; else they stay guests. True unless said otherwise.':
    'هل يُسجَّل العملاء الذين تذكرهم جلسة أو طلب أو نشاط لأول مرة، وإلا بقوا ضيوفًا. نعم ما لم يُذكر غير ذلك.',
  'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there, and the rest when a claim brings it back. Allow unless said otherwise.':
    'سحب نقاط صُرفت من قبل: allow ينزل بالرصيد تحت الصفر، وwithin_balance يأخذ الموجود ثم الباقي حين تعيده مكافأة مُعادة. allow ما لم يُذكر غيره.',
  'How long the address of an embedded loyalty page is good for; 15m unless said otherwise. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'مدة صلاحية عنوان صفحة الولاء المضمّنة، وهي 15m ما لم يُذكر غيرها. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  "By currency: units of it for one unit of the program's. A currency without a rate is not supported.":
    'لكل عملة: عدد وحداتها مقابل وحدة من عملة البرنامج. العملة بلا سعر صرف غير مقبولة.',
  'The value of a point for books and reports, in units of the currency: 0.01. Without it, it is what rewards gave for points in the last twelve months.':
    'قيمة النقطة في الدفاتر والتقارير، بوحدات العملة: 0.01. بدونها تُؤخذ قيمة ما أعطته المكافآت مقابل النقاط في آخر اثني عشر شهرًا.',
  'Sites by their stable keys. The first is home of customers that the back end creates.':
    'المواقع بمفاتيحها الثابتة. إلى أولها ينتمي العملاء الذين تنشئهم الأنظمة الخلفية.',
  'A store that the program serves.': 'متجر يخدمه البرنامج.',
  'The name of the store.': 'اسم المتجر.',
  'Where the store is.': 'عنوان المتجر.',
  'Where visitors of the loyalty page join. Without it: where the store is.':
    'حيث ينضم زوار صفحة الولاء. بدونه: عنوان المتجر.',
  'Where visitors of the loyalty page sign in. Without it: where the store is.':
    'حيث يسجّل زوار صفحة الولاء الدخول. بدونه: عنوان المتجر.',
  "Currency of this site; the program's unless said otherwise. ISO 4217.":
    'عملة هذا الموقع، وهي عملة البرنامج ما لم يُذكر غيرها. ISO 4217.',
  'Languages of the site; the first is the default.': 'لغات الموقع، وأولها هي المعتادة.',
  'A language tag: en, fr, pt-BR.': 'رمز لغة: en أو fr أو pt-BR.',
  'IANA time zone in which limits, birthdays and tier dates of its customers are counted.':
    'المنطقة الزمنية (IANA) التي تُحسب بها حدود عملائه وأعياد ميلادهم وتواريخ مستوياتهم.',
  'Country of requests that name none. ISO 3166-1 alpha-2.':
    'بلد الطلبات التي لا تذكر بلدًا. ISO 3166-1 alpha-2.',
  "Further origins that may frame the loyalty page; the site's own always may.":
    'أصول أخرى يُسمح لها بتضمين صفحة الولاء، ويُسمح لأصل الموقع دائمًا.',
  'An origin: https://shop.example': 'أصل: https://shop.example',
};
