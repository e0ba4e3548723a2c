/** The explanations of settings in the program file in Spanish, by the English ones. */
export const settingsHelp = {
  'When points expire; it takes effect one full period after it was turned on. Without it they never do.':
    'Cuándo caducan los puntos; surte efecto un plazo completo después de activarlo. Sin esto no caducan nunca.',
  'The whole balance of a customer who stays away expires at once.':
    'Todo el saldo de un cliente que no vuelve caduca de una vez.',
  'Since what the customer is inactive: the last order, or the last change of the balance.':
    'Desde cuándo está inactivo el cliente: el último pedido o el último cambio del saldo.',
  'After how many months without any the balance expires.': 'Tras cuántos meses sin ello caduca el saldo.',
  'Points expire on dates of their own.': 'Los puntos caducan en fechas propias.',
  'So long after each point was earned.': 'Tanto tiempo después de ganar cada punto.',
  'How many months points last; those that expire soonest are spent first.':
    'Cuántos meses duran los puntos; los que caducan antes se gastan primero.',
  'What was earned expires at the end of a day that comes once a year.':
    'Lo ganado caduca al final de un día que llega una vez al año.',
  'On one day of the year.': 'Un día del año.',
  'What orders earn by.': 'Qué parte de un pedido da puntos.',
  'What of an order the rules purchase and retail_purchase count. The rules for products and collections count the prices of their lines.':
    'Qué cuentan de un pedido las reglas purchase y retail_purchase. Las reglas de productos y colecciones cuentan los precios de sus líneas.',
  'Whether shipping earns. False unless said otherwise.':
    'Si el envío cuenta. No, si no se indica otra cosa.',
  'Whether tax earns. True unless said otherwise.':
    'Si los impuestos cuentan. Sí, si no se indica otra cosa.',
  'Whether what discounts took off earns, as if it had been paid. False unless said otherwise.':
    'Si cuenta lo que quitaron los descuentos, como si se hubiera pagado. No, si no se indica otra cosa.',
  'Customers refer friends by links of their own; what that earns say the rules of kind referral. Without it there are no referrals.':
    'Los clientes recomiendan a amigos con enlaces propios; las reglas del tipo referral indican cuántos puntos da. Sin esto no hay recomendaciones.',
  'Key of the reward whose code a referred friend is given: a cart_discount_voucher or a free_shipping_voucher, which may be disabled for claims. Without it friends get no code.':
    'Clave de la recompensa cuyo código recibe el amigo: un cart_discount_voucher o un free_shipping_voucher, que puede estar desactivado para canjes. Sin ella los amigos no reciben código.',
  'Whether a friend must give an email, by which known customers and second codes are told; true unless said otherwise.':
    'Si un amigo debe dar un correo, por el que se reconocen clientes conocidos y segundos códigos; sí, si no se indica otra cosa.',
  'How many friends one customer may bring: those who buy. Without it: as many as they like.':
    'Cuántos amigos que compran puede traer un cliente. Sin esto: los que quiera.',
  'How often within the interval.': 'Cuántas veces dentro del intervalo.',
  "Calendar interval in the time zone of the customer's site; weeks begin on Monday. Without one the count holds for ever.":
    'Intervalo del calendario en la zona horaria del sitio del cliente; las semanas empiezan el lunes. Sin él, el número vale para siempre.',
  'How many friends may come from one internet address within a day; 5 unless said otherwise.':
    'Cuántos amigos pueden venir de una dirección de internet en un día; 5, si no se indica otra cosa.',
  "How many codes may be given out through one customer's link within a day; 50 unless said otherwise.":
    'Cuántos códigos se pueden entregar por el enlace de un cliente en un día; 50, si no se indica otra cosa.',
  'When webhooks tell that something of a customer’s is near.':
    'Cuándo avisan los webhooks de que algo de un cliente se acerca.',
  'How much of the way from the tier it is in to the next a customer has come; 80 unless said otherwise.':
    'Qué parte del camino de su nivel al siguiente ha recorrido un cliente; 80, si no se indica otra cosa.',
  'How many days before the next of its points expire; 30 unless said otherwise.':
    'Cuántos días antes de que caduquen sus próximos puntos; 30, si no se indica otra cosa.',
  'How many days before a reward that is not used expires or lapses, if it is good for longer than that; 7 unless said otherwise.':
    'Cuántos días antes de que caduque o se anule una recompensa sin usar, si vale más tiempo que eso; 7, si no se indica otra cosa.',
  'Where customers hand in receipts of purchases in shops. Without it the program takes none.':
    'Dónde entregan los clientes los tiques de compras en tiendas. Sin ella el programa no acepta ninguno.',
  'What needs a second person. With two people for publishing, the program changes by drafts alone, and so does this setting.':
    'Qué necesita una segunda persona. Con dos personas para publicar, el programa cambia solo por borradores, y este ajuste también.',
  'How many people a change of the program takes: 2 if whoever saved a draft cannot publish it; 1 unless said otherwise.':
    'Cuántas personas requiere un cambio del programa: 2 si quien guardó un borrador no puede publicarlo; 1, si no se indica otra cosa.',
  'How many people it takes to erase a customer in the console: 2 if one asks and another decides; 1 unless said otherwise.':
    'Cuántas personas hacen falta para borrar a un cliente en la consola: 2 si una lo pide y otra decide; 1, si no se indica otra cosa.',
  'More points than these, added or removed by hand in the console, take two people: one asks and another decides. Without it one person may do it.':
    'Más puntos que estos, añadidos o retirados a mano en la consola, requieren dos personas: una lo pide y otra decide. Sin esto basta una.',
  'Limits of the people who sign in to the console, by their role.':
    'Límites de las personas que entran en la consola, según su rol.',
  'Limits of the role support.': 'Límites del rol de soporte.',
  "The points that each operator of this role may add or remove by hand in a day of the first site's zone, over all customers. Without it there is no limit.":
    'Los puntos que cada persona de este rol puede añadir o retirar a mano en un día de la zona del primer sitio, entre todos los clientes. Sin esto no hay límite.',
  "Messages of this server worded otherwise, by language tag and by the message's name: the texts of the loyalty page, of histories, of points and costs.":
    'Textos de este servidor con otras palabras, por etiqueta de idioma y nombre del texto: los de la página de fidelidad, de historiales, de puntos y costes.',
  'By message: its wording in this language.': 'Por texto: su redacción en este idioma.',
  'The message, in ICU MessageFormat.': 'El texto, en ICU MessageFormat.',
  'How the loyalty page looks. Colours that are not given go with those that are; a contrast below WCAG 2.2 AA is refused.':
    'El aspecto de la página de fidelidad. Los colores que faltan se ajustan a los demás; se rechaza un contraste inferior a WCAG 2.2 AA.',
  "The store's colour, for light and dark; in the dark a shade of it that can be seen is taken where it cannot.":
    'El color de la tienda, en claro y en oscuro; en oscuro se toma un tono visible donde no se vería.',
  'Colours for light surroundings.': 'Colores del modo claro.',
  'The ground of the page.': 'El fondo de la página.',
  'The ground of cards on it.': 'El fondo de las tarjetas.',
  'Text on both.': 'El texto sobre ambos.',
  'Text of less weight on both.': 'El texto secundario sobre ambos.',
  'Grounds of what matters most, buttons, focus; it must stand out from both grounds.':
    'El fondo de lo más importante, los botones y el foco; debe destacar sobre ambos fondos.',
  'Text on the accent.': 'El texto sobre el acento.',
  'Colours for visitors who prefer dark ones.': 'Colores para visitantes que prefieren el modo oscuro.',
  'A CSS list of fonts that visitors have; none is loaded.':
    'Una lista CSS de fuentes que tienen los visitantes; no se carga ninguna.',
  'Of cards and buttons, in CSS pixels; 14 unless said otherwise.':
    'De tarjetas y botones, en píxeles CSS; 14, si no se indica otra cosa.',
  'Shown in place of the name: a PNG, JPEG or WebP image of at most 12 KiB, as a path from this file or as a data: URI.':
    'Se muestra en lugar del nombre: una imagen PNG, JPEG o WebP de 12 KiB como máximo, como ruta desde este archivo o como URI data:.',
  'The logo for visitors who prefer dark, or the same one again; without it the logo stands on the light ground for them. Both together have at most 12 KiB.':
    'El logotipo para visitantes que prefieren el modo oscuro, o el mismo otra vez; sin él, el otro se les muestra sobre fondo claro. Los dos juntos ocupan 12 KiB como máximo.',
  'A picture across the head of the page: a PNG, JPEG or WebP image of at most 96 KiB, as a path from this file or as a data: URI. Its middle is shown, where the window is narrow.':
    'Una imagen en la cabecera de la página: PNG, JPEG o WebP de 96 KiB como máximo, como ruta desde este archivo o como URI data:. Se muestra su centro donde la ventana es estrecha.',
  "A style sheet after the page's own, of at most 8 KiB: a path from this file, or the style sheet itself. It loads nothing: no @import, and no url() but of a data: image.":
    'Una hoja de estilos después de la de la página, de 8 KiB como máximo: una ruta desde este archivo o la propia hoja. No carga nada: sin @import y sin url() salvo de una imagen data:.',
  'Questions that customers have, for the end of the loyalty page, in the order shown.':
    'Preguntas de los clientes, al final de la página de fidelidad, en el orden mostrado.',
  'A question and its answer.': 'Una pregunta y su respuesta.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'La pregunta, como la hacen los clientes. Un texto, o uno por etiqueta de idioma.',
  'The answer. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'La respuesta. Las líneas vacías separan párrafos. Un texto, o uno por etiqueta de idioma.',
  'The terms of the program, for the end of the loyalty page. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'Las condiciones del programa, al final de la página de fidelidad. Las líneas vacías separan párrafos. Un texto, o uno por etiqueta de idioma.',
};
