/** The explanations of rules in the program file in Arabic, by the English ones. */
export const rulesHelp = {
  'The rules by their permanent keys, in the order in which customers see them.':
    'طرق الكسب بمفاتيحها الثابتة، بالترتيب المعروض.',
  'A rule: a way to earn points or a reward.': 'طريقة كسب.',
  'A rule without further properties.': 'قاعدة لا تحتاج إلى غير نوعها.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview: زيارة المتجر. join_program: الانضمام. birthday: يوم الميلاد نفسه. newsletter_signup: الاشتراك في الرسائل. loyalty_pass_install: إضافة البطاقة إلى محفظة. review: تقييم منتج.',
  'Whether customers see and can use it. Default: true.': 'هل تُعرض على العملاء. نعم ما لم يُذكر غير ذلك.',
  'How often one customer may do this. Default: no limit.': 'كم مرة يجوز للعميل فعل ذلك. بلا حد: كما يشاء.',
  'How long points stay pending before they are approved. For orders the time begins with the payment. Default: points are approved at once. It cannot be combined with a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'كم تنتظر النقاط حتى الموافقة عليها؛ في الطلبات من وقت الدفع. بدونه تُعتمد فورًا. لا تُستخدم مع مكافأة لأنها تُعطى فورًا. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  'What a completion gives: points or a reward.': 'ما يعطيه الإتمام: نقاط أو مكافأة.',
  'Points given.': 'النقاط المعطاة.',
  'The key of the reward that is given in place of points. It must be a reward of this file that needs neither a cart nor a choice of the customer.':
    'مفتاح المكافأة المعطاة بدل النقاط: واحدة من هذا الملف لا تحتاج إلى سلة ولا اختيار.',
  'Values that differ by tier, by the key of the tier.': 'لكل مستوى: ما يختلف لعملائه.',
  'The values that differ for customers of one tier. All other values are those of the rule.':
    'ما يختلف لعملاء مستوى واحد، ويبقى ما عداه كما في القاعدة.',
  'A rule that orders complete. Points for an unpaid order stay pending until it is paid.':
    'قاعدة تتمها الطلبات، ونقاط الطلب غير المدفوع تنتظر دفعه.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos). If the program has such a rule, purchase rules do not apply to these orders.':
    'purchase: طلب بحسب مجموعه دون الشحن. retail_purchase: طلب في نقطة البيع (القناة pos) تتركه له حينئذ قواعد purchase.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'ما يعطيه الطلب: نقاط ثابتة أو لكل مبلغ يُنفق، أو مكافأة.',
  'The amount for which the points are given; 1 for "5 points per $1". Default: the points are given once per order. In the program\'s currency.':
    'كم يجب إنفاقه لكل مرة تُعطى فيها النقاط؛ 1 في «5 نقاط لكل 1». بدونه تُعطى النقاط مرة لكل طلب. بعملة البرنامج.',
  'A rule that orders complete by the products in them.': 'قاعدة تتمها الطلبات بما فيها من منتجات.',
  'An order, by its lines with one of certain products.': 'طلب بحسب بنوده التي فيها منتجات معينة.',
  'The products.': 'المنتجات.',
  "The id of a product in the store's platform.": 'معرّف منتج على منصة المتجر.',
  'A rule that orders complete by the collections in them.': 'قاعدة تتمها الطلبات بما فيها من مجموعات.',
  'An order, by its lines with a product of certain collections.':
    'طلب بحسب بنوده التي منتجها من مجموعات معينة.',
  'The collections.': 'المجموعات.',
  "The id of a collection in the store's platform.": 'معرّف مجموعة على منصة المتجر.',
  'A rule that is completed when the store reports it.': 'قاعدة تتم حين يقول المتجر ذلك.',
  'An activity that the store reports under a name of its own.': 'أي شيء يخبر به المتجر باسم من عنده.',
  'The name that activities for this rule have. It must differ from the names of other rules, and must not begin with $.':
    'الاسم الذي تذكره به الأنشطة، وليس اسم قاعدة أخرى ولا اسمًا يبدأ بـ$.',
  'A rule that is completed when the customer follows a link.': 'قاعدة تتم حين يفتح العميل رابطًا.',
  'Opening a page.': 'فتح صفحة.',
  'The page to open.': 'الصفحة المراد فتحها.',
  'A rule that is completed when the customer likes the page.': 'قاعدة تتم حين يُعجب العميل بالصفحة.',
  'Liking a page.': 'الإعجاب بصفحة.',
  'The page to like.': 'الصفحة المراد الإعجاب بها.',
  'A rule that is completed when the customer follows or mentions the profile.':
    'قاعدة تتم حين يتابع العميل الحساب أو يشير إليه.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow: متابعة حساب. social_mention: الإشارة إليه في منشور.',
  'The profile, as the network writes it.': 'الحساب كما تكتبه الشبكة.',
  'The social network.': 'الشبكة الاجتماعية.',
  'A rule that is completed by a post with the hashtag.': 'قاعدة يتمها منشور فيه الوسم.',
  'Posting with a hashtag.': 'النشر بوسم.',
  'The hashtag, as the network writes it.': 'الوسم كما تكتبه الشبكة.',
  'A rule that is completed when a referred friend buys.': 'قاعدة تتم حين يشتري صديق مُحال.',
  'Referring a friend who buys.': 'إحالة صديق يشتري.',
  'The order of the friend that completes the rule: any order, or only an order of minimum_spend or more. Default: any_purchase.':
    'أي طلب للصديق يتمها: أيّ طلب، أو طلب لا يقل عن minimum_spend. any_purchase ما لم يُذكر غيره.',
  "The minimum amount of an order for qualifying_purchase. In the program's currency.":
    'ما يجب أن يبلغه الطلب في qualifying_purchase. بعملة البرنامج.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'نص أطول للعملاء. نص واحد أو نص لكل رمز لغة.',
  "The title for customers. Default: the server's name of the kind. One text, or a map of language tag to text.":
    'ما يقرؤه العملاء. بدونه: اسم نوعها عند هذا الخادم. نص واحد أو نص لكل رمز لغة.',
};
