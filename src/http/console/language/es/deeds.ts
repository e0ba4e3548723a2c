import type { deeds as english } from '../en/deeds.ts';

export const deeds: Record<keyof typeof english, string> = {
  // Notes.
  note_write: 'Escribir una nota',
  note_write_something: 'Escribe algo.',
  note_keep: 'Guardar la nota',
  note_file: 'Un archivo',
  note_file_about: 'PNG, JPEG, WebP, PDF o texto, hasta 1 MB. Acompaña a la nota y se elimina con ella.',
  note_file_save: 'Guardar {name}',
  note_file_wrong: 'El archivo tiene que ser PNG, JPEG, WebP, PDF o texto de 1 MB como máximo.',
  note_file_big: 'El archivo tiene {size} KB. Una nota admite 1 MB como máximo.',
  note_delete_title: 'Eliminar una nota',
  note_delete_about: 'La nota desaparece para todos. En la auditoría quedará constancia de que existió.',
  note_delete: 'Eliminar la nota',
  delete: 'Eliminar',

  // Blocking, and tiers that operators give.
  block_title: 'Bloquear o desbloquear',
  block_about:
    'Hasta que lo desbloquees, el cliente no gana nada, no canjea nada ni usa recompensas. Conserva sus puntos.',
  unblock_about:
    'El cliente puede volver a ganar y canjear. Lo que venció mientras tanto se hace al momento, y el nivel es el que se ganó.',
  block_customer: 'Bloquear al cliente',
  unblock_customer: 'Desbloquear al cliente',
  tier_none_given: 'Ningún nivel se da a mano',
  tier_none_given_about:
    'Los demás niveles se ganan. Aquí se puede dar un nivel que no tenga umbral en el archivo del programa.',
  tier_wrong: 'Elige uno de estos niveles.',
  tier_earned: 'Ninguno: el nivel ganado',
  tier_about: 'Se mantiene hasta que alguien lo quite: ningún pedido ni fecha lo cambia.',
  tier_give: 'Dar el nivel',

  // One activity.
  activity_title: 'Una actividad',
  activity_choose: 'Elige una opción.',
  activity_decide_about:
    'Los puntos aprobados se pueden gastar al momento. Una actividad rechazada no da nada, y es definitivo. Las demás que esperan del mismo envío se deciden con ella.',
  activity_void_about:
    'Sus puntos se descuentan del saldo. También se retira la recompensa que dio, si está sin usar, y todo lo demás del mismo envío. Es definitivo.',
  activity_take_back: 'Anular',
  take_it_back: 'Retirar',

  // Claiming for a customer.
  claim_for_title: 'Canjear una recompensa para el cliente',
  claim_no_reward: 'No hay recompensas para canjear',
  claim_no_reward_about: 'Aquí están las recompensas del archivo del programa activadas para un nivel.',
  rewards: 'Recompensas',
  choose: 'Elegir',
  claim_by_amount: 'según importe',
  claim_cost: '{reward} por {cost} de {points, plural, one {# punto} many {# de puntos} other {# puntos}}.',
  claim_variant: 'Variante',
  claim_discount: 'Descuento en {currency}',
  claim_wrong_amount: 'Escribe el importe con cifras, como {example}.',
  claim_in_cart: 'El producto espera al próximo carrito del cliente, hasta que se ponga en él o se devuelva.',
  claim_it: 'Canjear',
  claim_another: 'Otra recompensa',

  // One claimed reward.
  claim_title: 'Una recompensa canjeada',
  claim_claimed: 'Canjeada',
  claim_expires: 'Caduca',
  claim_code: 'Código',
  claim_code_title: 'El código',
  claim_copy_code: 'Copiar el código',
  claim_code_about: 'En la auditoría quedará constancia de que lo has visto. Dáselo solo al cliente.',
  claim_show_code: 'Mostrar el código completo',
  claim_audit: 'En la auditoría quedará constancia de que lo has visto.',
  claim_words: 'Mensaje para el cliente',
  claim_words_about: 'Por ejemplo, un número de seguimiento. Puede quedar vacío.',
  claim_back_about:
    'La recompensa ya no se puede usar y {points, plural, one {vuelve # punto} many {vuelven # de puntos} other {vuelven # puntos}} al saldo.',
  claim_give_back: 'Devolver',

  // Merging.
  merge_title: 'Fusionar con otro cliente',
  merge_nobody: 'No hay ningún cliente con ese ID o correo.',
  merge_one_already: 'Los dos ya son un solo cliente.',
  merge_same: 'Es el mismo cliente.',
  merge_about:
    'Para dos clientes que son una misma persona. {name} desaparece; el otro queda y recibe lo de ambos.',
  merge_into: 'El cliente que queda',
  merge_into_about: 'El ID en la tienda o el correo completo',
  merge_look: 'Ver el resultado',
  merge_goes: 'Desaparece',
  merge_stays: 'Queda',
  merge_after: 'Tras la fusión',
  merge_result: 'El resultado de la fusión',
  merge_spent: 'Gastados',
  merge_sure:
    'Los pedidos, actividades, recompensas, recomendaciones y notas de {from} pasan al otro cliente. Ambos ID llevarán a {survivor}. Nadie puede deshacerlo.',
  merge_do: 'Fusionar {from} en {into}',
  merge_another: 'Otro cliente',

  // Erasing.
  erase_title: 'Borrar al cliente',
  erase_write: 'Escribe {id} para continuar',
  erase_wrong: 'No coincide con {id}.',
  erase_do: 'Borrar a {name}',
  erase_ask: 'Pedir a un colega que borre a {name}',
  erase_goes: 'Se borra para siempre',
  erase_goes_person:
    'Correo, nombre, cumpleaños, metadatos e ID en la tienda, también de los clientes fusionados con este',
  erase_goes_notes: 'Notas de colegas, carritos, sesiones, respuestas guardadas, mensajes de webhooks',
  erase_goes_texts: 'Textos de pedidos y las marcas por las que se reconoce a los amigos recomendados',
  erase_goes_points:
    'El camino hasta {points, plural, one {# punto} many {# de puntos} other {# puntos}}: nadie encuentra al cliente por ningún nombre',
  erase_stays: 'Se conserva, sin nombre',
  erase_stays_books:
    'Los libros: transacciones, actividades, canjes y pedidos, para que los informes sigan siendo exactos',
  erase_stays_ids: 'Los ID que tu tienda dio a pedidos y actividades',
  erase_stays_audit: 'La auditoría: que borraste al cliente {id}',
};
