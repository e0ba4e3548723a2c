/** The explanations of tiers in the program file in Arabic, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.': 'مستويات العملاء. بدونها لا مستويات للبرنامج.',
  'What decides on the tier: the amount spent, the points that rules gave once they are approved (not those added by hand or imported), or the number of paid orders.':
    'ما يحدد المستوى: المبلغ المنفق، أو النقاط التي أعطتها القواعد بعد الموافقة عليها (لا المضافة يدويًا أو المستوردة)، أو عدد الطلبات المدفوعة.',
  'How long a tier is held, and which facts earn it.': 'كم يدوم المستوى وما الذي يكسبه.',
  'A tier is held for some months and renewed by what was done in as many.':
    'يدوم المستوى بضعة أشهر ويتجدد بما جرى في مثلها.',
  'A membership lasts so many months.': 'تدوم العضوية هذا العدد من الأشهر.',
  'How many months a membership lasts, and how far back the facts count.':
    'كم شهرًا تدوم العضوية وإلى أي مدى يُحسب ما سبق.',
  'What is done within one window earns a tier, held to the end of that window or of so many more.':
    'ما يجري خلال فترة يكسب مستوى يدوم حتى نهايتها أو نهاية عدد آخر من الفترات.',
  'Windows of the calendar, the same for everybody.': 'فترات تقويمية واحدة للجميع.',
  'The day of the year 2000 on which the first window began; each follows the one before.':
    'اليوم من سنة 2000 الذي بدأت فيه أول فترة، وتتوالى بعدها الفترات.',
  'The month, 1 to 12.': 'الشهر من 1 إلى 12.',
  'The day of the month. 29 February is the 28th in years that lack it.':
    'اليوم من الشهر. يصبح 29 فبراير 28 في السنوات التي تخلو منه.',
  'How many months a window lasts; 12 for a year.': 'كم شهرًا تدوم الفترة؛ 12 لسنة.',
  'For how many windows a tier is held, the one in which it was reached included.':
    'عدد الفترات التي يدوم فيها المستوى، ومنها التي بُلغ فيها.',
  'As by the calendar, with windows of a year that begin at the enrolment.':
    'كالتقويمية، بفترات من سنة تبدأ عند التسجيل.',
  "Years counted from the customer's own enrolment.": 'سنوات تُحسب من تسجيل العميل نفسه.',
  'A tier once reached is held for ever; all that was done counts.':
    'المستوى المبلوغ يدوم أبدًا، ويُحسب كل ما جرى.',
  'A membership never ends.': 'لا تنتهي العضوية أبدًا.',
  'Tiers by their stable keys, lowest first.': 'المستويات بمفاتيحها الثابتة، أدناها أولًا.',
  'A tier.': 'مستوى.',
  'What customers read. One text, or a map of language tag to text.':
    'ما يقرؤه العملاء. نص واحد أو نص لكل رمز لغة.',
  "From which the tier is held, inclusive; 0 for the tier that everybody begins in. By spend an amount in the program's currency, else a whole number. Every tier has one but a conditional one.":
    'القيمة التي يبدأ منها المستوى وهي منه؛ 0 للمستوى الذي يبدأ فيه الجميع. في الإنفاق مبلغ بعملة البرنامج، وإلا عدد صحيح. لكل مستوى قيمة إلا ما يُمنح يدويًا.',
  'Whether it is given and taken by hand alone, in place of a lower_bound; false unless said otherwise.':
    'هل يُمنح ويُسحب يدويًا فقط بدل lower_bound. لا ما لم يُذكر غير ذلك.',
  'Whether customers see it only once they have reached it; false unless said otherwise.':
    'هل لا يراه العملاء إلا بعد بلوغه. لا ما لم يُذكر غير ذلك.',
  'Keys of the benefits that its members enjoy.': 'مفاتيح المزايا التي يتمتع بها أعضاؤه.',
  'The key of a benefit.': 'مفتاح ميزة.',
  'Keys of the rewards given to whoever enters it from a lower tier or from none.':
    'مفاتيح المكافآت التي تُعطى لمن يدخله من مستوى أدنى أو من غير مستوى.',
  'The key of a reward.': 'مفتاح مكافأة.',
  'Benefits by their stable keys, for the levels to refer to.':
    'المزايا بمفاتيحها الثابتة لتشير إليها المستويات.',
  'Something that members of a tier enjoy and that this server only tells of.':
    'شيء يتمتع به أعضاء المستوى، ويكتفي هذا الخادم بعرضه.',
  'Whether only members of a tier that has it see it; false unless said otherwise.':
    'هل لا يراها إلا أعضاء مستوى يملكها. لا ما لم يُذكر غير ذلك.',
  'More about it.': 'المزيد عنها.',
  'The details as text. One text, or a map of language tag to text.':
    'التفاصيل كنص. نص واحد أو نص لكل رمز لغة.',
  'The details as HTML, handed on as it stands. One text, or a map of language tag to text.':
    'التفاصيل بصيغة HTML تُمرَّر كما هي. نص واحد أو نص لكل رمز لغة.',
};
