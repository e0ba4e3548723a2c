/** The explanations of tiers in the program file in Spanish, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.':
    'Niveles de los clientes. Sin esto, el programa no tiene ninguno.',
  'What a tier depends on: the amount spent, the approved points that rules gave (not those added by hand or imported), or the number of paid orders.':
    'Qué decide el nivel: el importe gastado, los puntos que dieron las reglas una vez aprobados (no los añadidos a mano o importados) o el número de pedidos pagados.',
  'How long a tier lasts, and which facts earn it.': 'Cuánto tiempo se mantiene un nivel y cómo se consigue.',
  'A tier lasts for some months. The customer keeps it if the facts of as many months earn it again.':
    'Un nivel se mantiene unos meses y se renueva con lo hecho en otros tantos.',
  'A membership lasts so many months.': 'Una membresía dura tantos meses.',
  'How many months a membership lasts. Facts count for as many months.':
    'Cuántos meses dura una membresía y hasta dónde se cuenta hacia atrás.',
  'The facts of one window earn a tier. It lasts to the end of that window, or of a later one.':
    'Lo que se hace dentro de un período gana un nivel, que se mantiene hasta el final de ese período o de otros tantos.',
  'Windows of the calendar, the same for all customers.': 'Períodos del calendario, iguales para todos.',
  'The day of the year 2000 on which the first window began. The windows follow each other without a gap.':
    'El día del año 2000 en que empezó el primer período; cada uno sigue al anterior.',
  'The month, 1 to 12.': 'El mes, de 1 a 12.',
  'The day of the month. 29 February stands for the 28th in other years.':
    'El día del mes. El 29 de febrero es el 28 en los años que no lo tienen.',
  'How many months a window lasts; 12 for a year.': 'Cuántos meses dura un período; 12 para un año.',
  'For how many windows a tier lasts, including the window in which it was reached.':
    'Durante cuántos períodos se mantiene un nivel, contando aquel en que se alcanzó.',
  "Like the calendar, but each window is a year that begins on the day of the customer's enrolment.":
    'Como con el calendario, con períodos de un año que empiezan en la inscripción.',
  "Years counted from the customer's own enrolment.": 'Años contados desde la inscripción del cliente.',
  'A tier that was reached lasts for ever. Facts count for ever.':
    'Un nivel alcanzado se mantiene para siempre; cuenta todo lo hecho.',
  'A membership never ends.': 'Una membresía no termina nunca.',
  'The tiers by their permanent keys, lowest first.': 'Niveles por sus claves fijas, el más bajo primero.',
  'A tier.': 'Un nivel.',
  'What customers read. One text, or a map of language tag to text.':
    'Lo que leen los clientes. Un texto, o uno por etiqueta de idioma.',
  "The amount, points or orders from which on customers have the tier. 0 for the first tier, in which everybody begins. An amount is in the program's currency; points and orders are whole numbers. Required, except for a conditional tier, which has none.":
    'Desde qué valor se tiene el nivel, incluido; 0 para el nivel en que todos empiezan. Por gasto, un importe en la moneda del programa; si no, un número entero. Solo un nivel dado a mano no lo tiene.',
  'Whether the tier is given and taken only by hand. It then has no lower_bound. Default: false.':
    'Si solo se da y se quita a mano, en lugar de un lower_bound; no, si no se indica otra cosa.',
  'Whether customers see the tier only after they have reached it. Default: false.':
    'Si los clientes lo ven solo cuando lo alcanzan; no, si no se indica otra cosa.',
  'The keys of the benefits of its members.': 'Claves de las ventajas que disfrutan sus miembros.',
  'The key of a benefit.': 'La clave de una ventaja.',
  'The keys of the rewards that customers get who enter the tier from a lower tier or from none.':
    'Claves de las recompensas que recibe quien entra desde un nivel inferior o desde ninguno.',
  'The key of a reward.': 'La clave de una recompensa.',
  'The benefits by their permanent keys. Levels refer to these keys.':
    'Ventajas por sus claves fijas, a las que se refieren los niveles.',
  'Something that the store promises to members of a tier. The server only shows its text.':
    'Algo que disfrutan los miembros de un nivel y que este servidor solo muestra.',
  'Whether only members of a tier with this benefit see it. Default: false.':
    'Si solo la ven los miembros de un nivel que la tiene; no, si no se indica otra cosa.',
  'A longer text about the benefit.': 'Más sobre ella.',
  'The details as text. One text, or a map of language tag to text.':
    'Los detalles como texto. Un texto, o uno por etiqueta de idioma.',
  'The details as HTML. The server passes it on without a change. One text, or a map of language tag to text.':
    'Los detalles como HTML, que se pasa tal cual. Un texto, o uno por etiqueta de idioma.',
};
