/** The explanations of tiers in the program file in Spanish, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.':
    'Niveles de los clientes. Sin esto, el programa no tiene ninguno.',
  'What decides on the tier: the amount spent, the points that rules gave once they are approved (not those added by hand or imported), or the number of paid orders.':
    'Qué decide el nivel: el importe gastado, los puntos que dieron las reglas una vez aprobados (no los añadidos a mano o importados) o el número de pedidos pagados.',
  'How long a tier is held, and which facts earn it.':
    'Cuánto tiempo se mantiene un nivel y cómo se consigue.',
  'A tier is held for some months and renewed by what was done in as many.':
    'Un nivel se mantiene unos meses y se renueva con lo hecho en otros tantos.',
  'A membership lasts so many months.': 'Una membresía dura tantos meses.',
  'How many months a membership lasts, and how far back the facts count.':
    'Cuántos meses dura una membresía y hasta dónde se cuenta hacia atrás.',
  'What is done within one window earns a tier, held to the end of that window or of so many more.':
    'Lo que se hace dentro de un período gana un nivel, que se mantiene hasta el final de ese período o de otros tantos.',
  'Windows of the calendar, the same for everybody.': 'Períodos del calendario, iguales para todos.',
  'The day of the year 2000 on which the first window began; each follows the one before.':
    'El día del año 2000 en que empezó el primer período; cada uno sigue al anterior.',
  'The month, 1 to 12.': 'El mes, de 1 a 12.',
  'The day of the month. 29 February is the 28th in years that lack it.':
    'El día del mes. El 29 de febrero es el 28 en los años que no lo tienen.',
  'How many months a window lasts; 12 for a year.': 'Cuántos meses dura un período; 12 para un año.',
  'For how many windows a tier is held, the one in which it was reached included.':
    'Durante cuántos períodos se mantiene un nivel, contando aquel en que se alcanzó.',
  'As by the calendar, with windows of a year that begin at the enrolment.':
    'Como con el calendario, con períodos de un año que empiezan en la inscripción.',
  "Years counted from the customer's own enrolment.": 'Años contados desde la inscripción del cliente.',
  'A tier once reached is held for ever; all that was done counts.':
    'Un nivel alcanzado se mantiene para siempre; cuenta todo lo hecho.',
  'A membership never ends.': 'Una membresía no termina nunca.',
  'Tiers by their stable keys, lowest first.': 'Niveles por sus claves fijas, el más bajo primero.',
  'A tier.': 'Un nivel.',
  'What customers read. One text, or a map of language tag to text.':
    'Lo que leen los clientes. Un texto, o uno por etiqueta de idioma.',
  "From which the tier is held, inclusive; 0 for the tier that everybody begins in. By spend an amount in the program's currency, else a whole number. Every tier has one but a conditional one.":
    'Desde qué valor se tiene el nivel, incluido; 0 para el nivel en que todos empiezan. Por gasto, un importe en la moneda del programa; si no, un número entero. Solo un nivel dado a mano no lo tiene.',
  'Whether it is given and taken by hand alone, in place of a lower_bound; false unless said otherwise.':
    'Si solo se da y se quita a mano, en lugar de un lower_bound; no, si no se indica otra cosa.',
  'Whether customers see it only once they have reached it; false unless said otherwise.':
    'Si los clientes lo ven solo cuando lo alcanzan; no, si no se indica otra cosa.',
  'Keys of the benefits that its members enjoy.': 'Claves de las ventajas que disfrutan sus miembros.',
  'The key of a benefit.': 'La clave de una ventaja.',
  'Keys of the rewards given to whoever enters it from a lower tier or from none.':
    'Claves de las recompensas que recibe quien entra desde un nivel inferior o desde ninguno.',
  'The key of a reward.': 'La clave de una recompensa.',
  'Benefits by their stable keys, for the levels to refer to.':
    'Ventajas por sus claves fijas, a las que se refieren los niveles.',
  'Something that members of a tier enjoy and that this server only tells of.':
    'Algo que disfrutan los miembros de un nivel y que este servidor solo muestra.',
  'Whether only members of a tier that has it see it; false unless said otherwise.':
    'Si solo la ven los miembros de un nivel que la tiene; no, si no se indica otra cosa.',
  'More about it.': 'Más sobre ella.',
  'The details as text. One text, or a map of language tag to text.':
    'Los detalles como texto. Un texto, o uno por etiqueta de idioma.',
  'The details as HTML, handed on as it stands. One text, or a map of language tag to text.':
    'Los detalles como HTML, que se pasa tal cual. Un texto, o uno por etiqueta de idioma.',
};
