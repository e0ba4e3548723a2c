/** The explanations of settings in the program file in Spanish, by the English ones. */
export const settingsHelp = {
  'When points expire. The first points expire one full period after this was turned on. Default: points never expire.':
    'Cuándo caducan los puntos; surte efecto un plazo completo después de activarlo. Sin esto no caducan nunca.',
  'The whole balance of an inactive customer expires at once.':
    'Todo el saldo de un cliente que no vuelve caduca de una vez.',
  'What ends inactivity: an order, or a change of the balance.':
    'Desde cuándo está inactivo el cliente: el último pedido o el último cambio del saldo.',
  'After how many inactive months the balance expires.': 'Tras cuántos meses sin ello caduca el saldo.',
  'Each point expires some months after it was earned.': 'Los puntos caducan en fechas propias.',
  'Each point has its own expiry date.': 'Tanto tiempo después de ganar cada punto.',
  'How many months points last. Points that expire first are spent first.':
    'Cuántos meses duran los puntos; los que caducan antes se gastan primero.',
  'Points expire at the end of a certain day of the year.':
    'Lo ganado caduca al final de un día que llega una vez al año.',
  'On one day of the year.': 'Un día del año.',
  'How orders earn points.': 'Qué parte de un pedido da puntos.',
  'The parts of an order that rules of the kinds purchase and retail_purchase count. Rules for products and collections count the prices of their order lines.':
    'Qué cuentan de un pedido las reglas purchase y retail_purchase. Las reglas de productos y colecciones cuentan los precios de sus líneas.',
  'Whether shipping earns points. Default: false.': 'Si el envío cuenta. No, si no se indica otra cosa.',
  'Whether tax earns points. Default: true.': 'Si los impuestos cuentan. Sí, si no se indica otra cosa.',
  'Whether the amount of discounts earns points, as if it had been paid. Default: false.':
    'Si cuenta lo que quitaron los descuentos, como si se hubiera pagado. No, si no se indica otra cosa.',
  'Customers refer friends by personal links. Rules of the kind referral say what a referral earns. Default: no referrals.':
    'Los clientes recomiendan a amigos con enlaces propios; las reglas del tipo referral indican cuántos puntos da. Sin esto no hay recomendaciones.',
  'The key of the reward whose code a referred friend gets: a cart_discount_voucher or a free_shipping_voucher. The reward may be disabled for claims. Default: friends get no code.':
    'Clave de la recompensa cuyo código recibe el amigo: un cart_discount_voucher o un free_shipping_voucher, que puede estar desactivado para canjes. Sin ella los amigos no reciben código.',
  'Whether a friend must give an email. By the email the server recognises customers and friends who have a code already. Default: true.':
    'Si un amigo debe dar un correo, por el que se reconocen clientes conocidos y segundos códigos; sí, si no se indica otra cosa.',
  'How many friends one customer may bring. Only friends who buy count. Default: no limit.':
    'Cuántos amigos que compran puede traer un cliente. Sin esto: los que quiera.',
  'The number of times within the interval.': 'Cuántas veces dentro del intervalo.',
  "The calendar interval, in the time zone of the customer's home site. Weeks begin on Monday. Default: the count is for ever.":
    'Intervalo del calendario en la zona horaria del sitio del cliente; las semanas empiezan el lunes. Sin él, el número vale para siempre.',
  'How many friends may come from one internet address in a day. Default: 5.':
    'Cuántos amigos pueden venir de una dirección de internet en un día; 5, si no se indica otra cosa.',
  "How many codes the server gives through one customer's link in a day. Default: 50.":
    'Cuántos códigos se pueden entregar por el enlace de un cliente en un día; 50, si no se indica otra cosa.',
  'When webhooks remind of a near tier, of points that expire, and of rewards that expire.':
    'Cuándo avisan los webhooks de que algo de un cliente se acerca.',
  'The percentage of the way to the next tier at which the reminder is sent. Default: 80.':
    'Qué parte del camino de su nivel al siguiente ha recorrido un cliente; 80, si no se indica otra cosa.',
  "How many days before a customer's points expire the reminder is sent. Default: 30.":
    'Cuántos días antes de que caduquen sus próximos puntos; 30, si no se indica otra cosa.',
  'How many days before an unused reward expires or lapses the reminder is sent. A reward with a shorter life gets no reminder. Default: 7.':
    'Cuántos días antes de que caduque o se anule una recompensa sin usar, si vale más tiempo que eso; 7, si no se indica otra cosa.',
  'The address at which customers hand in receipts of purchases in shops. Default: the program accepts no receipts.':
    'Dónde entregan los clientes los tiques de compras en tiendas. Sin ella el programa no acepta ninguno.',
  'Actions that need a second person. If publishing needs two people, the program can be changed only by drafts, and so can this setting.':
    'Qué necesita una segunda persona. Con dos personas para publicar, el programa cambia solo por borradores, y este ajuste también.',
  'How many people a change of the program needs. 2: a person who saved the draft cannot publish it. Default: 1.':
    'Cuántas personas requiere un cambio del programa: 2 si quien guardó un borrador no puede publicarlo; 1, si no se indica otra cosa.',
  'How many people the erasure of a customer in the console needs. 2: one person requests it and another decides. Default: 1.':
    'Cuántas personas hacen falta para borrar a un cliente en la consola: 2 si una lo pide y otra decide; 1, si no se indica otra cosa.',
  'If more points than this are added or removed by hand in the console, one person requests it and another decides. Default: one person is enough.':
    'Más puntos que estos, añadidos o retirados a mano en la consola, requieren dos personas: una lo pide y otra decide. Sin esto basta una.',
  'Limits for people who use the console, by their role.':
    'Límites de las personas que entran en la consola, según su rol.',
  'Limits for the role support.': 'Límites del rol de soporte.',
  "How many points each operator of this role may add and remove by hand in a day, for all customers together. The day is that of the first site's time zone. Default: no limit.":
    'Los puntos que cada persona de este rol puede añadir o retirar a mano en un día de la zona del primer sitio, entre todos los clientes. Sin esto no hay límite.',
  "Your own wording of messages, by language tag and by the message's name: texts of the loyalty page, of the history, of points and of costs.":
    'Textos de este servidor con otras palabras, por etiqueta de idioma y nombre del texto: los de la página de fidelidad, de historiales, de puntos y costes.',
  'Your wording in this language, by the name of the message.': 'Por texto: su redacción en este idioma.',
  'The message, in ICU MessageFormat.': 'El texto, en ICU MessageFormat.',
  'The look of the loyalty page. The server derives colours that are not given. It refuses a contrast below WCAG 2.2 AA.':
    'El aspecto de la página de fidelidad. Los colores que faltan se ajustan a los demás; se rechaza un contraste inferior a WCAG 2.2 AA.',
  "The store's colour, in the light and the dark theme. If it has too little contrast in the dark theme, another shade is used there.":
    'El color de la tienda, en claro y en oscuro; en oscuro se toma un tono visible donde no se vería.',
  'The colours of the light theme.': 'Colores del modo claro.',
  'The background of the page.': 'El fondo de la página.',
  'The background of cards on the page.': 'El fondo de las tarjetas.',
  'Text on the page and on cards.': 'El texto sobre ambos.',
  'Less important text on the page and on cards.': 'El texto secundario sobre ambos.',
  'The colour of buttons, of the focus and of the most important areas. It needs contrast to the page and to cards.':
    'El fondo de lo más importante, los botones y el foco; debe destacar sobre ambos fondos.',
  'Text on the accent.': 'El texto sobre el acento.',
  'The colours of the dark theme.': 'Colores para visitantes que prefieren el modo oscuro.',
  "A CSS list of fonts on the visitors' devices. The page loads no font.":
    'Una lista CSS de fuentes que tienen los visitantes; no se carga ninguna.',
  'The radius of the corners of cards and buttons, in CSS pixels. Default: 14.':
    'De tarjetas y botones, en píxeles CSS; 14, si no se indica otra cosa.',
  'An image in place of the name: PNG, JPEG or WebP, at most 12 KiB, as a path from this file or as a data: URI.':
    'Se muestra en lugar del nombre: una imagen PNG, JPEG o WebP de 12 KiB como máximo, como ruta desde este archivo o como URI data:.',
  'The logo of the dark theme. It may be the same image. Default: the logo on a light background. Both together have at most 12 KiB.':
    'El logotipo para visitantes que prefieren el modo oscuro, o el mismo otra vez; sin él, el otro se les muestra sobre fondo claro. Los dos juntos ocupan 12 KiB como máximo.',
  'A picture across the top of the page: PNG, JPEG or WebP, at most 96 KiB, as a path from this file or as a data: URI. A narrow window shows its middle.':
    'Una imagen en la cabecera de la página: PNG, JPEG o WebP de 96 KiB como máximo, como ruta desde este archivo o como URI data:. Se muestra su centro donde la ventana es estrecha.',
  "A style sheet that applies after the page's own: a path from this file, or the style sheet itself, at most 8 KiB. It must load nothing: no @import, and url() only for data: images.":
    'Una hoja de estilos después de la de la página, de 8 KiB como máximo: una ruta desde este archivo o la propia hoja. No carga nada: sin @import y sin url() salvo de una imagen data:.',
  'Questions and answers at the end of the loyalty page, in this order.':
    'Preguntas de los clientes, al final de la página de fidelidad, en el orden mostrado.',
  'A question and its answer.': 'Una pregunta y su respuesta.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'La pregunta, como la hacen los clientes. Un texto, o uno por etiqueta de idioma.',
  'The answer. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'La respuesta. Las líneas vacías separan párrafos. Un texto, o uno por etiqueta de idioma.',
  'The terms of the program, at the end of the loyalty page. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'Las condiciones del programa, al final de la página de fidelidad. Las líneas vacías separan párrafos. Un texto, o uno por etiqueta de idioma.',
};
