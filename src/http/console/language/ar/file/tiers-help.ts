/** The explanations of tiers in the program file in Arabic, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.': 'مستويات العملاء. بدونها لا مستويات للبرنامج.',
  'What a tier depends on: the amount spent, the approved points that rules gave (not those added by hand or imported), or the number of paid orders.':
    'ما يحدد المستوى: المبلغ المنفق، أو النقاط التي أعطتها القواعد بعد الموافقة عليها (لا المضافة يدويًا أو المستوردة)، أو عدد الطلبات المدفوعة.',
  'How long a tier lasts, and which facts earn it.': 'كم يدوم المستوى وما الذي يكسبه.',
  'A tier lasts for some months. The customer keeps it if the facts of as many months earn it again.':
    'يدوم المستوى بضعة أشهر ويتجدد بما جرى في مثلها.',
  'A membership lasts so many months.': 'تدوم العضوية هذا العدد من الأشهر.',
  'How many months a membership lasts. Facts count for as many months.':
    'كم شهرًا تدوم العضوية وإلى أي مدى يُحسب ما سبق.',
  'The facts of one window earn a tier. It lasts to the end of that window, or of a later one.':
    'ما يجري خلال فترة يكسب مستوى يدوم حتى نهايتها أو نهاية عدد آخر من الفترات.',
  'Windows of the calendar, the same for all customers.': 'فترات تقويمية واحدة للجميع.',
  'The day of the year 2000 on which the first window began. The windows follow each other without a gap.':
    'اليوم من سنة 2000 الذي بدأت فيه أول فترة، وتتوالى بعدها الفترات.',
  'The month, 1 to 12.': 'الشهر من 1 إلى 12.',
  'The day of the month. 29 February stands for the 28th in other years.':
    'اليوم من الشهر. يصبح 29 فبراير 28 في السنوات التي تخلو منه.',
  'How many months a window lasts; 12 for a year.': 'كم شهرًا تدوم الفترة؛ 12 لسنة.',
  'For how many windows a tier lasts, including the window in which it was reached.':
    'عدد الفترات التي يدوم فيها المستوى، ومنها التي بُلغ فيها.',
  "Like the calendar, but each window is a year that begins on the day of the customer's enrolment.":
    'كالتقويمية، بفترات من سنة تبدأ عند التسجيل.',
  "Years counted from the customer's own enrolment.": 'سنوات تُحسب من تسجيل العميل نفسه.',
  'A tier that was reached lasts for ever. Facts count for ever.':
    'المستوى المبلوغ يدوم أبدًا، ويُحسب كل ما جرى.',
  'A membership never ends.': 'لا تنتهي العضوية أبدًا.',
  'The tiers by their permanent keys, lowest first.': 'المستويات بمفاتيحها الثابتة، أدناها أولًا.',
  'A tier.': 'مستوى.',
  'What customers read. One text, or a map of language tag to text.':
    'ما يقرؤه العملاء. نص واحد أو نص لكل رمز لغة.',
  "The amount, points or orders from which on customers have the tier. 0 for the first tier, in which everybody begins. An amount is in the program's currency; points and orders are whole numbers. Required, except for a conditional tier, which has none.":
    'القيمة التي يبدأ منها المستوى وهي منه؛ 0 للمستوى الذي يبدأ فيه الجميع. في الإنفاق مبلغ بعملة البرنامج، وإلا عدد صحيح. لكل مستوى قيمة إلا ما يُمنح يدويًا.',
  'Whether the tier is given and taken only by hand. It then has no lower_bound. Default: false.':
    'هل يُمنح ويُسحب يدويًا فقط بدل lower_bound. لا ما لم يُذكر غير ذلك.',
  'Whether customers see the tier only after they have reached it. Default: false.':
    'هل لا يراه العملاء إلا بعد بلوغه. لا ما لم يُذكر غير ذلك.',
  'The keys of the benefits of its members.': 'مفاتيح المزايا التي يتمتع بها أعضاؤه.',
  'The key of a benefit.': 'مفتاح ميزة.',
  'The keys of the rewards that customers get who enter the tier from a lower tier or from none.':
    'مفاتيح المكافآت التي تُعطى لمن يدخله من مستوى أدنى أو من غير مستوى.',
  'The key of a reward.': 'مفتاح مكافأة.',
  'The benefits by their permanent keys. Levels refer to these keys.':
    'المزايا بمفاتيحها الثابتة لتشير إليها المستويات.',
  'Something that the store promises to members of a tier. The server only shows its text.':
    'شيء يتمتع به أعضاء المستوى، ويكتفي هذا الخادم بعرضه.',
  'Whether only members of a tier with this benefit see it. Default: false.':
    'هل لا يراها إلا أعضاء مستوى يملكها. لا ما لم يُذكر غير ذلك.',
  'A longer text about the benefit.': 'المزيد عنها.',
  'The details as text. One text, or a map of language tag to text.':
    'التفاصيل كنص. نص واحد أو نص لكل رمز لغة.',
  'The details as HTML. The server passes it on without a change. One text, or a map of language tag to text.':
    'التفاصيل بصيغة HTML تُمرَّر كما هي. نص واحد أو نص لكل رمز لغة.',
};
