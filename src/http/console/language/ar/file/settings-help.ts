/** The explanations of settings in the program file in Arabic, by the English ones. */
export const settingsHelp = {
  'When points expire; it takes effect one full period after it was turned on. Without it they never do.':
    'متى تنتهي النقاط، ويبدأ أثره بعد مدة كاملة من تفعيله. بدونه لا تنتهي أبدًا.',
  'The whole balance of a customer who stays away expires at once.':
    'ينتهي رصيد العميل الغائب كله دفعة واحدة.',
  'Since what the customer is inactive: the last order, or the last change of the balance.':
    'منذ متى يُعدّ العميل غير نشط: آخر طلب أو آخر تغير للرصيد.',
  'After how many months without any the balance expires.': 'بعد كم شهر بلا شيء من ذلك ينتهي الرصيد.',
  'Points expire on dates of their own.': 'تنتهي النقاط في تواريخ خاصة بها.',
  'So long after each point was earned.': 'بعد هذه المدة من كسب كل نقطة.',
  'How many months points last; those that expire soonest are spent first.':
    'كم شهرًا تدوم النقاط، ويُصرف أولًا ما ينتهي أولًا.',
  'What was earned expires at the end of a day that comes once a year.':
    'ينتهي ما كُسب في نهاية يوم يأتي مرة في السنة.',
  'On one day of the year.': 'في يوم من السنة.',
  'What orders earn by.': 'ما تكسب به الطلبات.',
  'What of an order the rules purchase and retail_purchase count. The rules for products and collections count the prices of their lines.':
    'ما تحسبه القاعدتان purchase وretail_purchase من الطلب. أما قواعد المنتجات والمجموعات فتحسب أسعار بنودها.',
  'Whether shipping earns. False unless said otherwise.': 'هل يُحتسب الشحن. لا ما لم يُذكر غير ذلك.',
  'Whether tax earns. True unless said otherwise.': 'هل تُحتسب الضريبة. نعم ما لم يُذكر غير ذلك.',
  'Whether what discounts took off earns, as if it had been paid. False unless said otherwise.':
    'هل يُحتسب ما خصمته الخصومات كأنه دُفع. لا ما لم يُذكر غير ذلك.',
  'Customers refer friends by links of their own; what that earns say the rules of kind referral. Without it there are no referrals.':
    'يُحيل العملاء أصدقاءهم بروابطهم، وتقول قواعد النوع referral ما يُكسب بذلك. بدونها لا إحالات.',
  'Key of the reward whose code a referred friend is given: a cart_discount_voucher or a free_shipping_voucher, which may be disabled for claims. Without it friends get no code.':
    'مفتاح المكافأة التي يُعطى الصديق رمزها: cart_discount_voucher أو free_shipping_voucher، ويجوز أن تكون معطّلة للاستبدال. بدونه لا يُعطى الأصدقاء رمزًا.',
  'Whether a friend must give an email, by which known customers and second codes are told; true unless said otherwise.':
    'هل على الصديق إعطاء بريد يُكشف به العملاء المسجلون من قبل والرموز المكررة. نعم ما لم يُذكر غير ذلك.',
  'How many friends one customer may bring: those who buy. Without it: as many as they like.':
    'كم صديقًا ممن يشترون يجوز للعميل أن يُحيل. بدونه: بلا حد.',
  'How often within the interval.': 'عدد المرات خلال الفترة.',
  "Calendar interval in the time zone of the customer's site; weeks begin on Monday. Without one the count holds for ever.":
    'فترة تقويمية في المنطقة الزمنية لموقع العميل، والأسابيع تبدأ يوم الاثنين. بدونها يسري العدد دائمًا.',
  'How many friends may come from one internet address within a day; 5 unless said otherwise.':
    'كم صديقًا يجوز أن يأتي من عنوان إنترنت واحد في يوم؛ 5 ما لم يُذكر غيره.',
  "How many codes may be given out through one customer's link within a day; 50 unless said otherwise.":
    'كم رمزًا يجوز إعطاؤه عبر رابط عميل واحد في يوم؛ 50 ما لم يُذكر غيره.',
  'When webhooks tell that something of a customer’s is near.':
    'متى تخبر خطافات الويب بأن شيئًا يخص عميلًا قد اقترب.',
  'How much of the way from the tier it is in to the next a customer has come; 80 unless said otherwise.':
    'النسبة التي قطعها العميل من الطريق بين مستواه والتالي؛ 80 ما لم يُذكر غيره.',
  'How many days before the next of its points expire; 30 unless said otherwise.':
    'كم يومًا قبل انتهاء نقاطه القادمة؛ 30 ما لم يُذكر غيره.',
  'How many days before a reward that is not used expires or lapses, if it is good for longer than that; 7 unless said otherwise.':
    'كم يومًا قبل انتهاء مكافأة غير مستخدمة أو إلغائها إذا كانت تدوم أطول من ذلك؛ 7 ما لم يُذكر غيره.',
  'Where customers hand in receipts of purchases in shops. Without it the program takes none.':
    'حيث يسلّم العملاء إيصالات الشراء من المتاجر. بدونه لا يقبل البرنامج إيصالات.',
  'What needs a second person. With two people for publishing, the program changes by drafts alone, and so does this setting.':
    'ما يتطلب شخصًا ثانيًا. إذا تطلب النشر شخصين فلا يتغير البرنامج إلا بالمسودات، وكذلك هذا الإعداد.',
  'How many people a change of the program takes: 2 if whoever saved a draft cannot publish it; 1 unless said otherwise.':
    'كم شخصًا يتطلب تغيير البرنامج: 2 إذا لم يجز لمن حفظ مسودة أن ينشرها؛ 1 ما لم يُذكر غيره.',
  'How many people it takes to erase a customer in the console: 2 if one asks and another decides; 1 unless said otherwise.':
    'كم شخصًا يتطلب محو عميل في لوحة التحكم: 2 إذا طلب أحدهما وقرر الآخر؛ 1 ما لم يُذكر غيره.',
  'More points than these, added or removed by hand in the console, take two people: one asks and another decides. Without it one person may do it.':
    'ما زاد على هذه النقاط عند إضافتها أو إزالتها يدويًا يتطلب شخصين: يطلب أحدهما ويقرر الآخر. بدونه يكفي شخص واحد.',
  'Limits of the people who sign in to the console, by their role.':
    'حدود من يسجّلون الدخول إلى لوحة التحكم بحسب أدوارهم.',
  'Limits of the role support.': 'حدود دور الدعم.',
  "The points that each operator of this role may add or remove by hand in a day of the first site's zone, over all customers. Without it there is no limit.":
    'النقاط التي يجوز لكل شخص في هذا الدور أن يضيفها أو يزيلها يدويًا في يوم من منطقة أول موقع لجميع العملاء. بدونها لا حد.',
  "Messages of this server worded otherwise, by language tag and by the message's name: the texts of the loyalty page, of histories, of points and costs.":
    'رسائل هذا الخادم بكلمات أخرى، بحسب رمز اللغة واسم الرسالة: نصوص صفحة الولاء والسجلات والنقاط والتكاليف.',
  'By message: its wording in this language.': 'لكل رسالة: كلماتها بهذه اللغة.',
  'The message, in ICU MessageFormat.': 'الرسالة بصيغة MessageFormat (ICU).',
  'How the loyalty page looks. Colours that are not given go with those that are; a contrast below WCAG 2.2 AA is refused.':
    'مظهر صفحة الولاء. الألوان غير المذكورة توافق المذكورة، ويُرفض تباين دون WCAG 2.2 AA.',
  "The store's colour, for light and dark; in the dark a shade of it that can be seen is taken where it cannot.":
    'لون المتجر في الوضعين الفاتح والداكن، وفي الداكن تُؤخذ درجة منه تُرى حيث لا يُرى.',
  'Colours for light surroundings.': 'ألوان الوضع الفاتح.',
  'The ground of the page.': 'خلفية الصفحة.',
  'The ground of cards on it.': 'خلفية البطاقات عليها.',
  'Text on both.': 'النص على كلتيهما.',
  'Text of less weight on both.': 'النص الثانوي على كلتيهما.',
  'Grounds of what matters most, buttons, focus; it must stand out from both grounds.':
    'خلفية الأهم والأزرار والتركيز، ويجب أن تبرز عن الخلفيتين.',
  'Text on the accent.': 'النص على لون التمييز.',
  'Colours for visitors who prefer dark ones.': 'ألوان للزوار الذين يفضلون الوضع الداكن.',
  'A CSS list of fonts that visitors have; none is loaded.': 'قائمة CSS بخطوط لدى الزوار، ولا يُحمَّل منها شيء.',
  'Of cards and buttons, in CSS pixels; 14 unless said otherwise.':
    'للبطاقات والأزرار ببكسلات CSS؛ 14 ما لم يُذكر غيره.',
  'Shown in place of the name: a PNG, JPEG or WebP image of at most 12 KiB, as a path from this file or as a data: URI.':
    'يظهر مكان الاسم: صورة PNG أو JPEG أو WebP حتى 12 كيبيبايت، بمسار من هذا الملف أو بعنوان \u2068data:\u2069.',
  'The logo for visitors who prefer dark, or the same one again; without it the logo stands on the light ground for them. Both together have at most 12 KiB.':
    'الشعار للزوار الذين يفضلون الوضع الداكن، أو الشعار نفسه مرة أخرى، وبدونه يظهر الآخر لهم على خلفية فاتحة. حجمهما معًا حتى 12 كيبيبايت.',
  'A picture across the head of the page: a PNG, JPEG or WebP image of at most 96 KiB, as a path from this file or as a data: URI. Its middle is shown, where the window is narrow.':
    'صورة في رأس الصفحة: PNG أو JPEG أو WebP حتى 96 كيبيبايت، بمسار من هذا الملف أو بعنوان \u2068data:\u2069. يظهر وسطها في النوافذ الضيقة.',
  "A style sheet after the page's own, of at most 8 KiB: a path from this file, or the style sheet itself. It loads nothing: no @import, and no url() but of a data: image.":
    'ورقة أنماط بعد أنماط الصفحة، حتى 8 كيبيبايت: مسار من هذا الملف أو الورقة نفسها. لا تحمّل شيئًا: لا \u2068@import\u2069 ولا \u2068url()\u2069 إلا لصورة \u2068data:\u2069.',
  'Questions that customers have, for the end of the loyalty page, in the order shown.':
    'أسئلة العملاء في آخر صفحة الولاء، بالترتيب المعروض.',
  'A question and its answer.': 'سؤال وإجابته.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'السؤال كما يطرحه العملاء. نص واحد أو نص لكل رمز لغة.',
  'The answer. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'الإجابة. تفصل السطور الفارغة بين الفقرات. نص واحد أو نص لكل رمز لغة.',
  'The terms of the program, for the end of the loyalty page. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'شروط البرنامج في آخر صفحة الولاء. تفصل السطور الفارغة بين الفقرات. نص واحد أو نص لكل رمز لغة.',
};
