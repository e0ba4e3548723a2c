/** The explanations of rewards in the program file in Arabic, by the English ones. */
export const rewardsHelp = {
  'The rewards by their permanent keys, in the order in which customers see them.':
    'المكافآت بمفاتيحها الثابتة، بالترتيب المعروض.',
  'A reward that points buy.': 'مكافأة تُشترى بالنقاط.',
  'A reward that gives a voucher code for the cart.': 'مكافأة تعطي رمز قسيمة للسلة.',
  'A voucher code that discounts the cart.': 'رمز قسيمة يخصم من السلة.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'صورة لصفحة الولاء: PNG أو JPEG أو WebP حتى 24 كيبيبايت، بمسار من هذا الملف أو بعنوان \u2068data:\u2069.',
  "The address of the picture, in place of image. Default: the product's picture, or an icon of the kind.":
    'بدل image: عنوان الصورة. بدونهما: صورة المنتج أو أيقونة النوع.',
  'The cost of a claim in points.': 'تكلفة الاستبدال بالنقاط.',
  'How many claims all customers together can have. Default: no limit. A later change of this number changes the number that is left by the same difference.':
    'عدد مرات الاستبدال في المجموع لكل العملاء. بدونه: بلا نهاية. تغيير هذا العدد لاحقًا يزيد ما بقي أو ينقصه.',
  'The sales channels in which the reward is offered. Default: all.':
    'قنوات البيع التي تُعرض فيها. بدونها: كلها.',
  'A sales channel.': 'قناة بيع.',
  'The countries in which the reward is offered. Default: all.': 'البلدان التي تُعرض فيها. بدونها: كلها.',
  'A country. ISO 3166-1 alpha-2.': 'بلد. ISO 3166-1 alpha-2.',
  'The time after which an unused claim lapses and its points return. Default: never; for product_cart 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'يُلغى الاستبدال غير المستخدم بعد هذه المدة وتعود نقاطه. بدونها: أبدًا؛ وفي product_cart: 24h. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  'The time in which a claimed reward can be used. If it expires, its points stay spent. Default: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'مدة صلاحية ما استُبدل، وتبقى نقاط ما ينتهي مصروفة. بدونها: دائمًا. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  'The values that differ for customers of one tier. All other values are those of the reward.':
    'ما يختلف لعملاء مستوى واحد، ويبقى ما عداه كما في المكافأة.',
  'The source of voucher codes. Default: the server generates twelve random characters.':
    'مصدر رموز القسائم. بدونه: اثنا عشر حرفًا عشوائيًا.',
  'pool: codes that were imported for this reward by "loyaltyd codes import".':
    'ما استُورد لها بالأمر ⁨loyaltyd codes import⁩.',
  'Codes that the server generates by a pattern.': 'رموز تُصنع بنمط.',
  'The pattern of a new code: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'كيف يُصنع رمز جديد: تصبح كل ? حرفًا عشوائيًا وكل # رقمًا عشوائيًا، كما في \u2068BLOOM-????-????-##\u2069.',
  'Either an amount or a percentage.': 'مبلغ أو نسبة مئوية.',
  "A fixed discount. In the program's currency.": 'خصم ثابت. بعملة البرنامج.',
  'A discount in percent: 10 for 10%.': 'خصم بالنسبة المئوية: 10 تعني 10%.',
  "The minimum spend for the voucher. In the program's currency.":
    'ما يجب إنفاقه لاستخدام القسيمة. بعملة البرنامج.',
  'The orders that the voucher discounts. Default: all.':
    'الطلبات التي تخفّضها القسيمة؛ كلها ما لم يُذكر غير ذلك.',
  'How many orders of a subscription get the discount. Default: all.':
    'عدد طلبات الاشتراك المخفّضة. بدونه: كلها.',
  'Whether the voucher can be used on a running subscription. Default: false.':
    'هل يقبل الاشتراك الساري القسيمة. لا ما لم يُذكر غير ذلك.',
  'The collections that get the discount. Default: the whole cart.':
    'المجموعات التي يقتصر عليها الخصم. بدونها: السلة كلها.',
  'A collection of products.': 'مجموعة منتجات.',
  "The collection's id in the store's platform.": 'معرّف المجموعة على منصة المتجر.',
  "The collection's address in the store.": 'حيث يعرض المتجر المجموعة.',
  'The text about this restriction for customers.': 'كيف يقرأ العملاء التقييد.',
  'A reward that gives a voucher code for a discount. The customer chooses the amount.':
    'مكافأة تحوّل ما يشاء العميل من نقاط إلى خصم.',
  'A voucher code that discounts the cart by an amount that the customer chooses.':
    'رمز قسيمة يخصم من السلة بقدر ما يختار العميل.',
  "The cost in points for each unit of the discount, in the program's currency.":
    'تكلفة كل وحدة من الخصم بعملة البرنامج، بالنقاط.',
  "The smallest discount that a customer can choose. In the program's currency.":
    'أقل خصم يمكن طلبه. بعملة البرنامج.',
  "The largest discount that a customer can choose. In the program's currency.":
    'أكبر خصم يمكن طلبه. بعملة البرنامج.',
  "The minimum total of the cart before the discount. In the program's currency.":
    'ما يجب أن تبلغه السلة قبل الخصم. بعملة البرنامج.',
  "The minimum total of the cart after the discount. In the program's currency.":
    'ما يجب أن تبلغه السلة بعد الخصم. بعملة البرنامج.',
  'A reward that gives a voucher code for free shipping.': 'مكافأة تعطي رمز قسيمة لشحن مجاني.',
  'A voucher code for free shipping.': 'رمز قسيمة لشحن مجاني.',
  "The largest shipping price that is taken off. Default: all of it. In the program's currency.":
    'أقصى شحن مجاني. بدونه: كله. بعملة البرنامج.',
  'A reward that gives a voucher code for one product.': 'مكافأة تعطي رمز قسيمة لمنتج واحد.',
  'A voucher code that discounts a product.': 'رمز قسيمة يخصم من منتج.',
  'The product that gets the discount.': 'المنتج المخفّض.',
  "The product's id in the store's platform.": 'معرّف المنتج على منصة المتجر.',
  'The only variant that gets the discount. Default: all variants.': 'الخيار الوحيد المخفّض. بدونه: كلها.',
  'A picture of the product.': 'صورة المنتج.',
  'The discount.': 'ما يُخصم.',
  'A reward that gives a voucher code for the products of one collection.':
    'مكافأة تعطي رمز قسيمة لمنتجات مجموعة واحدة.',
  'A voucher code that discounts the products of a collection.': 'رمز قسيمة يخصم من منتجات مجموعة.',
  'The collection that gets the discount.': 'المجموعة المخفّضة.',
  'A reward that gives a code with a balance.': 'مكافأة تعطي رمزًا له رصيد.',
  'A code with a balance.': 'رمز له رصيد.',
  "The balance of a new card. In the program's currency.": 'رصيد البطاقة الجديدة. بعملة البرنامج.',
  'A reward that puts a product into the cart.': 'مكافأة تضع منتجًا في السلة.',
  'A product put into the cart.': 'منتج يوضع في السلة.',
  'The product that the customer gets.': 'المنتج المعطى.',
  "The product's handle in the store's addresses.": 'الاسم المختصر للمنتج في عناوين المتجر.',
  "The product's address in the store.": 'حيث يعرض المتجر المنتج.',
  'The variants that customers can choose from; at least one.': 'خيارات للاختيار، واحد على الأقل.',
  'A variant that customers may choose.': 'خيار يجوز للعملاء اختياره.',
  "The variant's id in the store's platform.": 'معرّف الخيار على منصة المتجر.',
  "The store's stock keeping unit.": 'رمز وحدة التخزين في المتجر.',
  'How many can be redeemed. Default: the stock is not tracked. A later change of this number changes the number that is left by the same difference.':
    'كم يمكن استبداله. بدونه لا يُتابع المخزون. تغيير هذا العدد لاحقًا يزيد ما بقي أو ينقصه.',
  'How many of this reward one cart may contain. Default: no limit.':
    'كم من هذه المكافأة تسع السلة الواحدة. بدونه: بلا حد أقصى.',
  'What the cart must contain, or else the product is taken out of it.':
    'ما يجب أن تحويه السلة ليبقى المنتج فيها.',
  "The minimum total of the cart. In the program's currency.": 'ما يجب أن تبلغه السلة. بعملة البرنامج.',
  'The minimum number of items in the cart.': 'عدد الأصناف الذي يجب أن تحويه السلة.',
  'A reward that discounts a running subscription. It needs an integration with a subscription service.':
    'مكافأة تخصم من اشتراك سارٍ، وتحتاج إلى ربط بالاشتراكات.',
  "A discount on the customer's running subscription.": 'خصم على اشتراك العميل الساري.',
  'A reward that adds a product to a subscription. It needs an integration with a subscription service.':
    'مكافأة تضيف منتجًا إلى اشتراك، وتحتاج إلى ربط بالاشتراكات.',
  "A product added to the next delivery of the customer's running subscription.":
    'منتج يُضاف إلى التسليم التالي في اشتراك العميل الساري.',
  'A reward that the store fulfils.': 'مكافأة يسلّمها المتجر.',
  'Something that the store hands over itself.': 'أي شيء يسلّمه المتجر بنفسه.',
  'store_fulfillment: the store hands the reward over. voucher: a claim gives a voucher code. Default: store_fulfillment.':
    'store_fulfillment: يسلّم المتجر ما استُبدل. voucher: يعطي الاستبدال رمز قسيمة. store_fulfillment ما لم يُذكر غيره.',
  'With store_fulfillment: how the store learns of a claim. manual: the store looks for new claims itself. webhook: the server sends a webhook. Default: manual.':
    'كيف يسلّم المتجر: يدويًا أو بإشعار من خطاف ويب. يدويًا ما لم يُذكر غير ذلك، مع store_fulfillment.',
  'With the method webhook: the address of the webhook.': 'حيث يُرسل خطاف الويب، مع الطريقة webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} mean the same as in the title. One text, or a map of language tag to text.':
    'نص أطول للعملاء. معنى {amount} و{minimum_spend} و{points} و{expires_in} كما في العنوان. نص واحد أو نص لكل رمز لغة.',
  'The name of the collection.': 'اسم المجموعة.',
  'The name of the product.': 'اسم المنتج.',
  'The name of the variant.': 'اسم الخيار.',
  "The title for customers. {amount} stands for the worth of the reward, {minimum_spend} for the minimum spend, {points} for the cost and {expires_in} for the time in which it can be used, each in the reader's language. One text, or a map of language tag to text.":
    'ما يقرؤه العملاء. {amount} قيمتها، و{minimum_spend} أقل إنفاق، و{points} تكلفتها، و{expires_in} مدة استخدامها، كل منها كما يكتبه قراؤها. نص واحد أو نص لكل رمز لغة.',
};
