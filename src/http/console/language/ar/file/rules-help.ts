/** The explanations of rules in the program file in Arabic, by the English ones. */
export const rulesHelp = {
  'Ways to earn by their stable keys, in the order shown.': 'طرق الكسب بمفاتيحها الثابتة، بالترتيب المعروض.',
  'A way to earn.': 'طريقة كسب.',
  'A rule that needs nothing more than its kind.': 'قاعدة لا تحتاج إلى غير نوعها.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview: زيارة المتجر. join_program: الانضمام. birthday: يوم الميلاد نفسه. newsletter_signup: الاشتراك في الرسائل. loyalty_pass_install: إضافة البطاقة إلى محفظة. review: تقييم منتج.',
  'Whether customers are offered it; true unless said otherwise.':
    'هل تُعرض على العملاء. نعم ما لم يُذكر غير ذلك.',
  'How often one customer may do this. Without a limit: as often as they like.':
    'كم مرة يجوز للعميل فعل ذلك. بلا حد: كما يشاء.',
  'How long points stay pending before they are approved; for orders, counted from payment. Without it they are approved at once. Not beside a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'كم تنتظر النقاط حتى الموافقة عليها؛ في الطلبات من وقت الدفع. بدونه تُعتمد فورًا. لا تُستخدم مع مكافأة لأنها تُعطى فورًا. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  'What a completion gives: points or a reward.': 'ما يعطيه الإتمام: نقاط أو مكافأة.',
  'Points given.': 'النقاط المعطاة.',
  'Key of the reward given in place of points: one of this file that needs neither a cart nor a choice.':
    'مفتاح المكافأة المعطاة بدل النقاط: واحدة من هذا الملف لا تحتاج إلى سلة ولا اختيار.',
  'By tier key: what differs for customers of that tier.': 'لكل مستوى: ما يختلف لعملائه.',
  'What differs for customers of one tier; everything else stays as in the rule.':
    'ما يختلف لعملاء مستوى واحد، ويبقى ما عداه كما في القاعدة.',
  'A rule that orders complete; the points of an unpaid one wait for its payment.':
    'قاعدة تتمها الطلبات، ونقاط الطلب غير المدفوع تنتظر دفعه.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos), which purchase rules then leave to it.':
    'purchase: طلب بحسب مجموعه دون الشحن. retail_purchase: طلب في نقطة البيع (القناة pos) تتركه له حينئذ قواعد purchase.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'ما يعطيه الطلب: نقاط ثابتة أو لكل مبلغ يُنفق، أو مكافأة.',
  'How much must be spent for each time the points are given; 1 for "5 points per $1". Without it the points are given once per order. In the program\'s currency.':
    'كم يجب إنفاقه لكل مرة تُعطى فيها النقاط؛ 1 في «5 نقاط لكل 1». بدونه تُعطى النقاط مرة لكل طلب. بعملة البرنامج.',
  'A rule that orders complete by the products in them.': 'قاعدة تتمها الطلبات بما فيها من منتجات.',
  'An order, by those of its lines that hold one of some products.': 'طلب بحسب بنوده التي فيها منتجات معينة.',
  'The products.': 'المنتجات.',
  "The id of a product in the store's platform.": 'معرّف منتج على منصة المتجر.',
  'A rule that orders complete by the collections in them.': 'قاعدة تتمها الطلبات بما فيها من مجموعات.',
  'An order, by those of its lines whose product is in one of some collections.':
    'طلب بحسب بنوده التي منتجها من مجموعات معينة.',
  'The collections.': 'المجموعات.',
  "The id of a collection in the store's platform.": 'معرّف مجموعة على منصة المتجر.',
  'A rule completed when the store says so.': 'قاعدة تتم حين يقول المتجر ذلك.',
  'Whatever the store reports under a name of its own.': 'أي شيء يخبر به المتجر باسم من عنده.',
  'The name by which activities speak of it; not that of another rule, and not one with a $ in front.':
    'الاسم الذي تذكره به الأنشطة، وليس اسم قاعدة أخرى ولا اسمًا يبدأ بـ$.',
  'A rule completed once the customer has followed a link.': 'قاعدة تتم حين يفتح العميل رابطًا.',
  'Opening a page.': 'فتح صفحة.',
  'The page to open.': 'الصفحة المراد فتحها.',
  'A rule completed once the customer has liked the page.': 'قاعدة تتم حين يُعجب العميل بالصفحة.',
  'Liking a page.': 'الإعجاب بصفحة.',
  'The page to like.': 'الصفحة المراد الإعجاب بها.',
  'A rule completed once the customer has followed or mentioned the profile.':
    'قاعدة تتم حين يتابع العميل الحساب أو يشير إليه.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow: متابعة حساب. social_mention: الإشارة إليه في منشور.',
  'The profile, as the network writes it.': 'الحساب كما تكتبه الشبكة.',
  'The social network.': 'الشبكة الاجتماعية.',
  'A rule completed by a post that carries the hashtag.': 'قاعدة يتمها منشور فيه الوسم.',
  'Posting with a hashtag.': 'النشر بوسم.',
  'The hashtag, as the network writes it.': 'الوسم كما تكتبه الشبكة.',
  'A rule completed once a referred friend has bought.': 'قاعدة تتم حين يشتري صديق مُحال.',
  'Referring a friend who buys.': 'إحالة صديق يشتري.',
  'Which order of the friend completes it: any, or one of minimum_spend or more; any_purchase unless said otherwise.':
    'أي طلب للصديق يتمها: أيّ طلب، أو طلب لا يقل عن minimum_spend. any_purchase ما لم يُذكر غيره.',
  "What an order must come to for a qualifying_purchase. In the program's currency.":
    'ما يجب أن يبلغه الطلب في qualifying_purchase. بعملة البرنامج.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'نص أطول للعملاء. نص واحد أو نص لكل رمز لغة.',
  'What customers read. Without it: what this server calls its kind. One text, or a map of language tag to text.':
    'ما يقرؤه العملاء. بدونه: اسم نوعها عند هذا الخادم. نص واحد أو نص لكل رمز لغة.',
};
