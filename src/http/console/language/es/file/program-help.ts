/** The explanations of the program and its sites in the program file in Spanish, by the English ones. */
export const programHelp = {
  'A loyalty program: its sites, tiers, rules and rewards.':
    'Qué es un programa de fidelidad: sitios, niveles, formas de ganar y recompensas.',
  'The permanent name of the program. A file with this key changes that program when it is applied.':
    'Nombra el programa para siempre; un archivo con esta clave cambia ese programa.',
  'The name of the program, for customers.': 'El nombre del programa, para los clientes.',
  'The currency of tiers and of every amount in this file. It cannot be changed once the program has customers. ISO 4217.':
    'Moneda de los niveles y de cada importe de este archivo. Fija en cuanto el programa tiene clientes. ISO 4217.',
  'Whether it is a test program, whose clock can be advanced. It cannot be changed once the program has customers. Default: false.':
    'Un programa de prueba, cuyo reloj se puede adelantar. Fijo en cuanto el programa tiene clientes.',
  'Whether the server enrols customers whom a session, an order or an activity names for the first time. Otherwise they stay guests. Default: true.':
    'Si se inscriben los clientes que una sesión, un pedido o una actividad nombra por primera vez; si no, quedan como invitados. Sí, si no se indica otra cosa.',
  'What happens if points are taken back that the customer has spent. allow: the balance goes below zero. within_balance: the balance goes down to zero, and the rest is taken if a returned claim brings points back. Default: allow.':
    'Anulación de puntos ya gastados: allow lleva el saldo por debajo de cero; within_balance quita lo que hay, y el resto cuando un canje devuelto lo trae. Allow, si no se indica otra cosa.',
  'How long the address of an embedded loyalty page works. Default: 15m. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Cuánto vale la dirección de una página de fidelidad incrustada; 15m, si no se indica otra cosa. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  "For each other currency: how many units of it are one unit of the program's currency. A currency without a rate is not supported.":
    'Por moneda: sus unidades por una unidad de la moneda del programa. Una moneda sin tipo de cambio no se admite.',
  'The value of a point in reports and closed months, in units of the currency, such as 0.01. Default: what rewards gave for points in the last twelve months.':
    'El valor de un punto para libros e informes, en unidades de la moneda: 0.01. Sin él, es lo que las recompensas dieron por puntos en los últimos doce meses.',
  'The sites by their permanent keys. The first is the home site of customers whom a back end creates.':
    'Sitios por sus claves fijas. Al primero pertenecen los clientes que crea el back-end.',
  'A store that the program serves.': 'Una tienda para la que funciona el programa.',
  'The name of the store.': 'El nombre de la tienda.',
  'The address of the store.': 'Dónde está la tienda.',
  'The address at which visitors of the loyalty page become members. Default: the address of the store.':
    'Dónde se unen los visitantes de la página de fidelidad. Sin ella: donde está la tienda.',
  'The address at which visitors of the loyalty page sign in. Default: the address of the store.':
    'Dónde inician sesión los visitantes de la página de fidelidad. Sin ella: donde está la tienda.',
  'The currency of this site. Default: the currency of the program. ISO 4217.':
    'Moneda de este sitio; la del programa, si no se indica otra cosa. ISO 4217.',
  'The languages of the site. The first is its default.':
    'Idiomas del sitio; el primero es el predeterminado.',
  'A language tag: en, fr, pt-BR.': 'Una etiqueta de idioma: en, fr, pt-BR.',
  'The IANA time zone for the limits, birthdays and tier dates of its customers.':
    'Zona horaria IANA en la que se cuentan límites, cumpleaños y fechas de nivel de sus clientes.',
  'The country of requests that name none. ISO 3166-1 alpha-2.':
    'País de las solicitudes que no nombran ninguno. ISO 3166-1 alpha-2.',
  "Further origins that may show the loyalty page in a frame. The site's own origin always may.":
    'Otros orígenes que pueden incrustar la página de fidelidad; el del sitio siempre puede.',
  'An origin: https://shop.example': 'Un origen: https://shop.example',
};
