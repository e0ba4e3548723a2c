/** The explanations of rewards in the program file in Arabic, by the English ones. */
export const rewardsHelp = {
  'Rewards by their stable keys, in the order shown.': 'المكافآت بمفاتيحها الثابتة، بالترتيب المعروض.',
  'A reward that points buy.': 'مكافأة تُشترى بالنقاط.',
  'A reward that gives a voucher code for the cart.': 'مكافأة تعطي رمز قسيمة للسلة.',
  'A voucher code that discounts the cart.': 'رمز قسيمة يخصم من السلة.',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    'صورة لصفحة الولاء: PNG أو JPEG أو WebP حتى 24 كيبيبايت، بمسار من هذا الملف أو بعنوان \u2068data:\u2069.',
  "In place of image: the address of the picture. Without either: the product's picture, or an icon of the kind.":
    'بدل image: عنوان الصورة. بدونهما: صورة المنتج أو أيقونة النوع.',
  'What a claim costs, in points.': 'تكلفة الاستبدال بالنقاط.',
  'How many claims there are in all, of all customers. Without it: no end of them. A later change of this number adds to or takes from what is left.':
    'عدد مرات الاستبدال في المجموع لكل العملاء. بدونه: بلا نهاية. تغيير هذا العدد لاحقًا يزيد ما بقي أو ينقصه.',
  'Sales channels in which it is offered. Without it: all.': 'قنوات البيع التي تُعرض فيها. بدونها: كلها.',
  'A sales channel.': 'قناة بيع.',
  'Countries in which it is offered. Without it: all.': 'البلدان التي تُعرض فيها. بدونها: كلها.',
  'A country. ISO 3166-1 alpha-2.': 'بلد. ISO 3166-1 alpha-2.',
  'An unused claim lapses after so long and its points return. Without it: never; a product_cart: 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'يُلغى الاستبدال غير المستخدم بعد هذه المدة وتعود نقاطه. بدونها: أبدًا؛ وفي product_cart: 24h. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  'What was claimed can be used for so long; the points of what expires stay spent. Without it: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'مدة صلاحية ما استُبدل، وتبقى نقاط ما ينتهي مصروفة. بدونها: دائمًا. عدد صحيح من الثواني أو الدقائق أو الساعات أو الأيام: 30s، 15m، 24h، 14d.',
  'What differs for customers of one tier; everything else stays as in the reward.':
    'ما يختلف لعملاء مستوى واحد، ويبقى ما عداه كما في المكافأة.',
  'Where voucher codes come from. Without it: twelve random characters.':
    'مصدر رموز القسائم. بدونه: اثنا عشر حرفًا عشوائيًا.',
  'Those that were imported for it by "loyaltyd codes import".':
    'ما استُورد لها بالأمر ⁨loyaltyd codes import⁩.',
  'Codes made by a pattern.': 'رموز تُصنع بنمط.',
  'How a new code is made: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    'كيف يُصنع رمز جديد: تصبح كل ? حرفًا عشوائيًا وكل # رقمًا عشوائيًا، كما في \u2068BLOOM-????-????-##\u2069.',
  'Either an amount or a percentage.': 'مبلغ أو نسبة مئوية.',
  "A fixed discount. In the program's currency.": 'خصم ثابت. بعملة البرنامج.',
  'A discount in percent: 10 for 10%.': 'خصم بالنسبة المئوية: 10 تعني 10%.',
  "What must be spent to use the voucher. In the program's currency.":
    'ما يجب إنفاقه لاستخدام القسيمة. بعملة البرنامج.',
  'Orders that the voucher discounts; all unless said otherwise.':
    'الطلبات التي تخفّضها القسيمة؛ كلها ما لم يُذكر غير ذلك.',
  'How many orders of a subscription are discounted. Without it: all.':
    'عدد طلبات الاشتراك المخفّضة. بدونه: كلها.',
  'Whether a running subscription can take the voucher; false unless said otherwise.':
    'هل يقبل الاشتراك الساري القسيمة. لا ما لم يُذكر غير ذلك.',
  'Collections that the discount is restricted to. Without it: the whole cart.':
    'المجموعات التي يقتصر عليها الخصم. بدونها: السلة كلها.',
  'A collection of products.': 'مجموعة منتجات.',
  "The collection's id in the store's platform.": 'معرّف المجموعة على منصة المتجر.',
  'Where the store shows the collection.': 'حيث يعرض المتجر المجموعة.',
  'How the restriction reads to customers.': 'كيف يقرأ العملاء التقييد.',
  'A reward that turns as many points as the customer likes into a discount.':
    'مكافأة تحوّل ما يشاء العميل من نقاط إلى خصم.',
  'A voucher code that discounts the cart by as much as the customer chooses.':
    'رمز قسيمة يخصم من السلة بقدر ما يختار العميل.',
  "What each unit of the program's currency of the discount asked for costs, in points.":
    'تكلفة كل وحدة من الخصم بعملة البرنامج، بالنقاط.',
  "The least discount that can be asked for. In the program's currency.":
    'أقل خصم يمكن طلبه. بعملة البرنامج.',
  "The greatest discount that can be asked for. In the program's currency.":
    'أكبر خصم يمكن طلبه. بعملة البرنامج.',
  "What the cart must come to before the discount. In the program's currency.":
    'ما يجب أن تبلغه السلة قبل الخصم. بعملة البرنامج.',
  "What the cart must still come to after the discount. In the program's currency.":
    'ما يجب أن تبلغه السلة بعد الخصم. بعملة البرنامج.',
  'A reward that gives a voucher code for free shipping.': 'مكافأة تعطي رمز قسيمة لشحن مجاني.',
  'A voucher code for free shipping.': 'رمز قسيمة لشحن مجاني.',
  "The shipping that is free at most. Without it: all of it. In the program's currency.":
    'أقصى شحن مجاني. بدونه: كله. بعملة البرنامج.',
  'A reward that gives a voucher code for one product.': 'مكافأة تعطي رمز قسيمة لمنتج واحد.',
  'A voucher code that discounts a product.': 'رمز قسيمة يخصم من منتج.',
  'The product discounted.': 'المنتج المخفّض.',
  "The product's id in the store's platform.": 'معرّف المنتج على منصة المتجر.',
  'The one variant that is discounted. Without it: all.': 'الخيار الوحيد المخفّض. بدونه: كلها.',
  'A picture of the product.': 'صورة المنتج.',
  'What is taken off.': 'ما يُخصم.',
  'A reward that gives a voucher code for the products of one collection.':
    'مكافأة تعطي رمز قسيمة لمنتجات مجموعة واحدة.',
  'A voucher code that discounts the products of a collection.': 'رمز قسيمة يخصم من منتجات مجموعة.',
  'The collection discounted.': 'المجموعة المخفّضة.',
  'A reward that gives a code with a balance.': 'مكافأة تعطي رمزًا له رصيد.',
  'A code with a balance.': 'رمز له رصيد.',
  "The balance of a new card. In the program's currency.": 'رصيد البطاقة الجديدة. بعملة البرنامج.',
  'A reward that puts a product into the cart.': 'مكافأة تضع منتجًا في السلة.',
  'A product put into the cart.': 'منتج يوضع في السلة.',
  'The product given.': 'المنتج المعطى.',
  "The product's handle in the store's addresses.": 'الاسم المختصر للمنتج في عناوين المتجر.',
  'Where the store shows the product.': 'حيث يعرض المتجر المنتج.',
  'Variants to choose from; at least one.': 'خيارات للاختيار، واحد على الأقل.',
  'A variant that customers may choose.': 'خيار يجوز للعملاء اختياره.',
  "The variant's id in the store's platform.": 'معرّف الخيار على منصة المتجر.',
  "The store's stock keeping unit.": 'رمز وحدة التخزين في المتجر.',
  'How many can be redeemed. Without it the stock is not tracked. A later change of this number adds to or takes from what is left.':
    'كم يمكن استبداله. بدونه لا يُتابع المخزون. تغيير هذا العدد لاحقًا يزيد ما بقي أو ينقصه.',
  'How many of this reward one cart may hold. Without it: no maximum.':
    'كم من هذه المكافأة تسع السلة الواحدة. بدونه: بلا حد أقصى.',
  'What the cart must hold for the product to stay in it.': 'ما يجب أن تحويه السلة ليبقى المنتج فيها.',
  "What the cart must come to. In the program's currency.": 'ما يجب أن تبلغه السلة. بعملة البرنامج.',
  'How many items the cart must hold.': 'عدد الأصناف الذي يجب أن تحويه السلة.',
  'A reward that discounts a running subscription; it needs an integration of subscriptions.':
    'مكافأة تخصم من اشتراك سارٍ، وتحتاج إلى ربط بالاشتراكات.',
  "A discount on the customer's running subscription.": 'خصم على اشتراك العميل الساري.',
  'A reward that adds a product to a subscription; it needs an integration of subscriptions.':
    'مكافأة تضيف منتجًا إلى اشتراك، وتحتاج إلى ربط بالاشتراكات.',
  "A product added to the next delivery of the customer's running subscription.":
    'منتج يُضاف إلى التسليم التالي في اشتراك العميل الساري.',
  'A reward that the store fulfils.': 'مكافأة يسلّمها المتجر.',
  'Whatever the store fulfils itself.': 'أي شيء يسلّمه المتجر بنفسه.',
  'store_fulfillment: the store does what was claimed. voucher: a claim gives a voucher code. store_fulfillment unless said otherwise.':
    'store_fulfillment: يسلّم المتجر ما استُبدل. voucher: يعطي الاستبدال رمز قسيمة. store_fulfillment ما لم يُذكر غيره.',
  'How the store fulfils: by hand, or told by a webhook. Manual unless said otherwise; for store_fulfillment.':
    'كيف يسلّم المتجر: يدويًا أو بإشعار من خطاف ويب. يدويًا ما لم يُذكر غير ذلك، مع store_fulfillment.',
  'Where the webhook is sent; for the method webhook.': 'حيث يُرسل خطاف الويب، مع الطريقة webhook.',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} stand for the same as in the title. One text, or a map of language tag to text.':
    'نص أطول للعملاء. معنى {amount} و{minimum_spend} و{points} و{expires_in} كما في العنوان. نص واحد أو نص لكل رمز لغة.',
  'The name of the collection.': 'اسم المجموعة.',
  'The name of the product.': 'اسم المنتج.',
  'The name of the variant.': 'اسم الخيار.',
  'What customers read. {amount} stands for what it is worth, {minimum_spend} for the least that has to be spent, {points} for what it costs and {expires_in} for how long it can be used, each as its readers write it. One text, or a map of language tag to text.':
    'ما يقرؤه العملاء. {amount} قيمتها، و{minimum_spend} أقل إنفاق، و{points} تكلفتها، و{expires_in} مدة استخدامها، كل منها كما يكتبه قراؤها. نص واحد أو نص لكل رمز لغة.',
};
