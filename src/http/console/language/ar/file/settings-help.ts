/** The explanations of settings in the program file in Arabic, by the English ones. */
export const settingsHelp = {
  'When points expire. The first points expire one full period after this was turned on. Default: points never expire.':
    'متى تنتهي النقاط، ويبدأ أثره بعد مدة كاملة من تفعيله. بدونه لا تنتهي أبدًا.',
  'The whole balance of an inactive customer expires at once.': 'ينتهي رصيد العميل الغائب كله دفعة واحدة.',
  'What ends inactivity: an order, or a change of the balance.':
    'منذ متى يُعدّ العميل غير نشط: آخر طلب أو آخر تغير للرصيد.',
  'After how many inactive months the balance expires.': 'بعد كم شهر بلا شيء من ذلك ينتهي الرصيد.',
  'Each point expires some months after it was earned.': 'تنتهي النقاط في تواريخ خاصة بها.',
  'Each point has its own expiry date.': 'بعد هذه المدة من كسب كل نقطة.',
  'How many months points last. Points that expire first are spent first.':
    'كم شهرًا تدوم النقاط، ويُصرف أولًا ما ينتهي أولًا.',
  'Points expire at the end of a certain day of the year.': 'ينتهي ما كُسب في نهاية يوم يأتي مرة في السنة.',
  'On one day of the year.': 'في يوم من السنة.',
  'How orders earn points.': 'ما تكسب به الطلبات.',
  'The parts of an order that rules of the kinds purchase and retail_purchase count. Rules for products and collections count the prices of their order lines.':
    'ما تحسبه القاعدتان purchase وretail_purchase من الطلب. أما قواعد المنتجات والمجموعات فتحسب أسعار بنودها.',
  'Whether shipping earns points. Default: false.': 'هل يُحتسب الشحن. لا ما لم يُذكر غير ذلك.',
  'Whether tax earns points. Default: true.': 'هل تُحتسب الضريبة. نعم ما لم يُذكر غير ذلك.',
  'Whether the amount of discounts earns points, as if it had been paid. Default: false.':
    'هل يُحتسب ما خصمته الخصومات كأنه دُفع. لا ما لم يُذكر غير ذلك.',
  'Customers refer friends by personal links. Rules of the kind referral say what a referral earns. Default: no referrals.':
    'يُحيل العملاء أصدقاءهم بروابطهم، وتقول قواعد النوع referral ما يُكسب بذلك. بدونها لا إحالات.',
  'The key of the reward whose code a referred friend gets: a cart_discount_voucher or a free_shipping_voucher. The reward may be disabled for claims. Default: friends get no code.':
    'مفتاح المكافأة التي يُعطى الصديق رمزها: cart_discount_voucher أو free_shipping_voucher، ويجوز أن تكون معطّلة للاستبدال. بدونه لا يُعطى الأصدقاء رمزًا.',
  'Whether a friend must give an email. By the email the server recognises customers and friends who have a code already. Default: true.':
    'هل على الصديق إعطاء بريد يُكشف به العملاء المسجلون من قبل والرموز المكررة. نعم ما لم يُذكر غير ذلك.',
  'How many friends one customer may bring. Only friends who buy count. Default: no limit.':
    'كم صديقًا ممن يشترون يجوز للعميل أن يُحيل. بدونه: بلا حد.',
  'The number of times within the interval.': 'عدد المرات خلال الفترة.',
  "The calendar interval, in the time zone of the customer's home site. Weeks begin on Monday. Default: the count is for ever.":
    'فترة تقويمية في المنطقة الزمنية لموقع العميل، والأسابيع تبدأ يوم الاثنين. بدونها يسري العدد دائمًا.',
  'How many friends may come from one internet address in a day. Default: 5.':
    'كم صديقًا يجوز أن يأتي من عنوان إنترنت واحد في يوم؛ 5 ما لم يُذكر غيره.',
  "How many codes the server gives through one customer's link in a day. Default: 50.":
    'كم رمزًا يجوز إعطاؤه عبر رابط عميل واحد في يوم؛ 50 ما لم يُذكر غيره.',
  'When webhooks remind of a near tier, of points that expire, and of rewards that expire.':
    'متى تخبر خطافات الويب بأن شيئًا يخص عميلًا قد اقترب.',
  'The percentage of the way to the next tier at which the reminder is sent. Default: 80.':
    'النسبة التي قطعها العميل من الطريق بين مستواه والتالي؛ 80 ما لم يُذكر غيره.',
  "How many days before a customer's points expire the reminder is sent. Default: 30.":
    'كم يومًا قبل انتهاء نقاطه القادمة؛ 30 ما لم يُذكر غيره.',
  'How many days before an unused reward expires or lapses the reminder is sent. A reward with a shorter life gets no reminder. Default: 7.':
    'كم يومًا قبل انتهاء مكافأة غير مستخدمة أو إلغائها إذا كانت تدوم أطول من ذلك؛ 7 ما لم يُذكر غيره.',
  'The address at which customers hand in receipts of purchases in shops. Default: the program accepts no receipts.':
    'حيث يسلّم العملاء إيصالات الشراء من المتاجر. بدونه لا يقبل البرنامج إيصالات.',
  'Actions that need a second person. If publishing needs two people, the program can be changed only by drafts, and so can this setting.':
    'ما يتطلب شخصًا ثانيًا. إذا تطلب النشر شخصين فلا يتغير البرنامج إلا بالمسودات، وكذلك هذا الإعداد.',
  'How many people a change of the program needs. 2: a person who saved the draft cannot publish it. Default: 1.':
    'كم شخصًا يتطلب تغيير البرنامج: 2 إذا لم يجز لمن حفظ مسودة أن ينشرها؛ 1 ما لم يُذكر غيره.',
  'How many people the erasure of a customer in the console needs. 2: one person requests it and another decides. Default: 1.':
    'كم شخصًا يتطلب محو عميل في لوحة التحكم: 2 إذا طلب أحدهما وقرر الآخر؛ 1 ما لم يُذكر غيره.',
  'If more points than this are added or removed by hand in the console, one person requests it and another decides. Default: one person is enough.':
    'ما زاد على هذه النقاط عند إضافتها أو إزالتها يدويًا يتطلب شخصين: يطلب أحدهما ويقرر الآخر. بدونه يكفي شخص واحد.',
  'Limits for people who use the console, by their role.':
    'حدود من يسجّلون الدخول إلى لوحة التحكم بحسب أدوارهم.',
  'Limits for the role support.': 'حدود دور الدعم.',
  "How many points each operator of this role may add and remove by hand in a day, for all customers together. The day is that of the first site's time zone. Default: no limit.":
    'النقاط التي يجوز لكل شخص في هذا الدور أن يضيفها أو يزيلها يدويًا في يوم من منطقة أول موقع لجميع العملاء. بدونها لا حد.',
  "Your own wording of messages, by language tag and by the message's name: texts of the loyalty page, of the history, of points and of costs.":
    'رسائل هذا الخادم بكلمات أخرى، بحسب رمز اللغة واسم الرسالة: نصوص صفحة الولاء والسجلات والنقاط والتكاليف.',
  'Your wording in this language, by the name of the message.': 'لكل رسالة: كلماتها بهذه اللغة.',
  'The message, in ICU MessageFormat.': 'الرسالة بصيغة MessageFormat (ICU).',
  'The look of the loyalty page. The server derives colours that are not given. It refuses a contrast below WCAG 2.2 AA.':
    'مظهر صفحة الولاء. الألوان غير المذكورة توافق المذكورة، ويُرفض تباين دون WCAG 2.2 AA.',
  "The store's colour, in the light and the dark theme. If it has too little contrast in the dark theme, another shade is used there.":
    'لون المتجر في الوضعين الفاتح والداكن، وفي الداكن تُؤخذ درجة منه تُرى حيث لا يُرى.',
  'The colours of the light theme.': 'ألوان الوضع الفاتح.',
  'The background of the page.': 'خلفية الصفحة.',
  'The background of cards on the page.': 'خلفية البطاقات عليها.',
  'Text on the page and on cards.': 'النص على كلتيهما.',
  'Less important text on the page and on cards.': 'النص الثانوي على كلتيهما.',
  'The colour of buttons, of the focus and of the most important areas. It needs contrast to the page and to cards.':
    'خلفية الأهم والأزرار والتركيز، ويجب أن تبرز عن الخلفيتين.',
  'Text on the accent.': 'النص على لون التمييز.',
  'The colours of the dark theme.': 'ألوان للزوار الذين يفضلون الوضع الداكن.',
  "A CSS list of fonts on the visitors' devices. The page loads no font.":
    'قائمة CSS بخطوط لدى الزوار، ولا يُحمَّل منها شيء.',
  'The radius of the corners of cards and buttons, in CSS pixels. Default: 14.':
    'للبطاقات والأزرار ببكسلات CSS؛ 14 ما لم يُذكر غيره.',
  'An image in place of the name: PNG, JPEG or WebP, at most 12 KiB, as a path from this file or as a data: URI.':
    'يظهر مكان الاسم: صورة PNG أو JPEG أو WebP حتى 12 كيبيبايت، بمسار من هذا الملف أو بعنوان \u2068data:\u2069.',
  'The logo of the dark theme. It may be the same image. Default: the logo on a light background. Both together have at most 12 KiB.':
    'الشعار للزوار الذين يفضلون الوضع الداكن، أو الشعار نفسه مرة أخرى، وبدونه يظهر الآخر لهم على خلفية فاتحة. حجمهما معًا حتى 12 كيبيبايت.',
  'A picture across the top of the page: PNG, JPEG or WebP, at most 96 KiB, as a path from this file or as a data: URI. A narrow window shows its middle.':
    'صورة في رأس الصفحة: PNG أو JPEG أو WebP حتى 96 كيبيبايت، بمسار من هذا الملف أو بعنوان \u2068data:\u2069. يظهر وسطها في النوافذ الضيقة.',
  "A style sheet that applies after the page's own: a path from this file, or the style sheet itself, at most 8 KiB. It must load nothing: no @import, and url() only for data: images.":
    'ورقة أنماط بعد أنماط الصفحة، حتى 8 كيبيبايت: مسار من هذا الملف أو الورقة نفسها. لا تحمّل شيئًا: لا \u2068@import\u2069 ولا \u2068url()\u2069 إلا لصورة \u2068data:\u2069.',
  'Questions and answers at the end of the loyalty page, in this order.':
    'أسئلة العملاء في آخر صفحة الولاء، بالترتيب المعروض.',
  'A question and its answer.': 'سؤال وإجابته.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'السؤال كما يطرحه العملاء. نص واحد أو نص لكل رمز لغة.',
  'The answer. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'الإجابة. تفصل السطور الفارغة بين الفقرات. نص واحد أو نص لكل رمز لغة.',
  'The terms of the program, at the end of the loyalty page. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'شروط البرنامج في آخر صفحة الولاء. تفصل السطور الفارغة بين الفقرات. نص واحد أو نص لكل رمز لغة.',
};
