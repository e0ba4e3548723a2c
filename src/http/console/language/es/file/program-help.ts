/** The explanations of the program and its sites in the program file in Spanish, by the English ones. */
export const programHelp = {
  'What a loyalty program is: sites, tiers, ways to earn and rewards.':
    'Qué es un programa de fidelidad: sitios, niveles, formas de ganar y recompensas.',
  'Names the program for ever; applying a file with this key changes that program.':
    'Nombra el programa para siempre; un archivo con esta clave cambia ese programa.',
  'The name of the program, for customers.': 'El nombre del programa, para los clientes.',
  'Currency of tiers and of every amount in this file. Fixed once the program has customers. ISO 4217.':
    'Moneda de los niveles y de cada importe de este archivo. Fija en cuanto el programa tiene clientes. ISO 4217.',
  'A test program, whose clock can be turned ahead. Fixed once the program has customers.':
    'Un programa de prueba, cuyo reloj se puede adelantar. Fijo en cuanto el programa tiene clientes.',
  'Whether customers that a session, an order or an activity names for the first time are enrolled; else they stay guests. True unless said otherwise.':
    'Si se inscriben los clientes que una sesión, un pedido o una actividad nombra por primera vez; si no, quedan como invitados. Sí, si no se indica otra cosa.',
  'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there, and the rest when a claim brings it back. Allow unless said otherwise.':
    'Anulación de puntos ya gastados: allow lleva el saldo por debajo de cero; within_balance quita lo que hay, y el resto cuando un canje devuelto lo trae. Allow, si no se indica otra cosa.',
  'How long the address of an embedded loyalty page is good for; 15m unless said otherwise. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Cuánto vale la dirección de una página de fidelidad incrustada; 15m, si no se indica otra cosa. Un número entero de segundos, minutos, horas o días: 30s, 15m, 24h, 14d.',
  "By currency: units of it for one unit of the program's. A currency without a rate is not supported.":
    'Por moneda: sus unidades por una unidad de la moneda del programa. Una moneda sin tipo de cambio no se admite.',
  'The value of a point for books and reports, in units of the currency: 0.01. Without it, it is what rewards gave for points in the last twelve months.':
    'El valor de un punto para libros e informes, en unidades de la moneda: 0.01. Sin él, es lo que las recompensas dieron por puntos en los últimos doce meses.',
  'Sites by their stable keys. The first is home of customers that the back end creates.':
    'Sitios por sus claves fijas. Al primero pertenecen los clientes que crea el back-end.',
  'A store that the program serves.': 'Una tienda para la que funciona el programa.',
  'The name of the store.': 'El nombre de la tienda.',
  'Where the store is.': 'Dónde está la tienda.',
  'Where visitors of the loyalty page join. Without it: where the store is.':
    'Dónde se unen los visitantes de la página de fidelidad. Sin ella: donde está la tienda.',
  'Where visitors of the loyalty page sign in. Without it: where the store is.':
    'Dónde inician sesión los visitantes de la página de fidelidad. Sin ella: donde está la tienda.',
  "Currency of this site; the program's unless said otherwise. ISO 4217.":
    'Moneda de este sitio; la del programa, si no se indica otra cosa. ISO 4217.',
  'Languages of the site; the first is the default.': 'Idiomas del sitio; el primero es el predeterminado.',
  'A language tag: en, fr, pt-BR.': 'Una etiqueta de idioma: en, fr, pt-BR.',
  'IANA time zone in which limits, birthdays and tier dates of its customers are counted.':
    'Zona horaria IANA en la que se cuentan límites, cumpleaños y fechas de nivel de sus clientes.',
  'Country of requests that name none. ISO 3166-1 alpha-2.':
    'País de las solicitudes que no nombran ninguno. ISO 3166-1 alpha-2.',
  "Further origins that may frame the loyalty page; the site's own always may.":
    'Otros orígenes que pueden incrustar la página de fidelidad; el del sitio siempre puede.',
  'An origin: https://shop.example': 'Un origen: https://shop.example',
};
