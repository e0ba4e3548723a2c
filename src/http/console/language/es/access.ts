import type { access as english } from '../en/access.ts';

export const access: Record<keyof typeof english, string> = {
  // The account.
  account_admin: 'Eres admin de este servidor: puedes hacerlo todo en todos los programas.',
  account_may: 'Lo que puedes hacer',
  account_no_role: 'No tienes un rol en ningún programa.',
  role_admin: 'admin',
  account_sign_in: 'Cómo inicias sesión',
  account_change: 'Cambiar',
  account_choose: 'Elegir una',
  account_on: 'activo',
  account_off: 'inactivo',
  account_by_it_too: 'Usarlo también para iniciar sesión',
  account_codes: 'Códigos de una aplicación',
  account_turn_on: 'Activar',
  account_turn_off: 'Desactivar',
  account_passkey: 'Llave de acceso · {name}',
  account_not_used: 'aún sin usar',
  account_used_now: 'usada ahora mismo',
  account_in_use: 'en uso',
  account_minutes: 'hace {count, plural, one {# minuto} many {# de minutos} other {# minutos}}',
  account_hours: 'hace {count, plural, one {# hora} many {# de horas} other {# horas}}',
  account_days: 'hace {count, plural, one {# día} many {# de días} other {# días}}',
  account_remove: 'Quitar',
  account_remove_passkey: 'Quitar la llave de acceso {name}',
  account_passkeys: 'Llaves de acceso',
  account_another_passkey: 'Otra llave de acceso',
  account_add_passkey: 'Añadir una llave de acceso',
  account_every_browser: 'En todos los navegadores',
  account_each_browser: 'Según cada navegador',
  account_keep: 'Guardar',
  account_sessions: 'Dónde tienes la sesión abierta',
  account_this: 'esta',
  account_elsewhere: 'Cerrar sesión en los demás',
  account_unknown_browser: 'Un navegador desconocido',
  account_browser: '{browser} en {system}',
  password_title: 'Cambiar tu contraseña',
  password_about: 'Sigues con la sesión abierta aquí, y en ningún otro sitio.',
  password_new: 'Contraseña nueva',
  password_least: 'Al menos {count} caracteres; una frase se recuerda bien',
  password_change: 'Cambiarla',

  // A second factor, and passkeys.
  totp_about: 'Una aplicación de autenticación muestra entonces un código cada vez que inicias sesión.',
  totp_scan: 'Escanea esto con la aplicación:',
  totp_picture: 'La clave de abajo, para la cámara de la aplicación',
  totp_open: 'Abrir la aplicación en este dispositivo',
  totp_type: 'O escribe esta clave en ella:',
  totp_code: 'El código que muestra la aplicación',
  passkey_about:
    'A partir de entonces inicias sesión con la huella, la cara o el PIN de este dispositivo, sin contraseña ni código.',
  passkey_name_about: 'Para distinguirla de otras',
  passkey_none:
    'Este navegador no admite llaves de acceso aquí: hace falta un navegador reciente con los scripts activados.',

  // The repeated proof of identity.
  confirm_title: '¿Sigues siendo tú?',
  confirm_about: 'El siguiente paso no debería darlo otra persona en una pantalla que dejaste abierta.',
  confirm_code: 'Código',
  confirm_code_about: 'Si una aplicación te muestra códigos para iniciar sesión',
  confirm_provider: 'Usar {name}',
  confirm_passkey: 'Usar una llave de acceso',

  // Joining by a link.
  join_welcome: 'Te damos la bienvenida',
  join_first_admin_about: 'Serás admin de este servidor: puedes hacerlo todo e invitar a otras personas.',
  join_invite_about: 'Elige cómo inicias sesión desde ahora.',
  join_reset: 'Elegir una contraseña nueva',
  join_reset_about: 'Tus formas anteriores de iniciar sesión ya no valen.',
  join_for: 'Para {email}',
  join_name_about: 'Así te verán tus colegas y la auditoría',
  join: 'Unirse',
  join_do_reset: 'Guardar e iniciar sesión',
  join_used: 'Este enlace ya se usó o ha caducado',
  join_used_about:
    'Funciona una sola vez y durante un tiempo limitado. Pide uno nuevo a quien te lo envió; loyaltyd operator --help explica cómo.',

  // Mistakes.
  wrong_password: 'El correo o la contraseña no son correctos.',
  wrong_proof: 'La contraseña o el código no son correctos.',
  wrong_code: 'El código no es correcto o ya se usó.',
  wrong_passkey: 'Esta llave de acceso no se conoce aquí, o tardó demasiado.',
  wrong_often: 'El inicio de sesión falló demasiadas veces desde aquí. Espera un poco.',
  wrong_late: 'Has tardado demasiado. Inicia sesión de nuevo.',
  wrong_window: 'Has tardado demasiado o empezaste en otra ventana. Inicia sesión de nuevo.',
  wrong_signed_out: 'Entretanto se cerró tu sesión. Inicia sesión de nuevo.',
  provider_down:
    '{name} no responde como debería. Inténtalo dentro de un minuto o inicia sesión de otro modo.',
  provider_undated:
    '{name} no dice cuándo iniciaste sesión allí, así que esto no prueba nada. Usa una contraseña o una llave de acceso.',
  provider_refused: '{name} no te dejó entrar. Inténtalo una vez más.',
  provider_not_linked: 'La cuenta no está vinculada',

  // The approval of an app.
  approve_title: '¿Permitir que {app} use {program}?',
  approve_you: 'Eres {name} · {email}',
  approve_other: '¿No eres tú? Iniciar sesión con otra cuenta',
  approve_lacks: 'Tu rol no te permite aprobar esto. Le falta:',
  approve_wants: 'La aplicación solicita permiso para',
  approve_keeps:
    'Conserva estos permisos hasta 180 días, salvo que un propietario los revoque antes, incluso si dejas el programa.',
  approve_then: 'Decidas lo que decidas, después irás a {host}.',
  approve_deny: 'Denegar',
  approve_broken: 'Esta petición no se puede responder',
  approve_broken_about: 'No se aprobó nada. Avisa a los autores de la aplicación.',
  approve_cannot: 'No puedes aprobar esta aplicación',
  approve_cannot_about: 'No se aprobó nada. Puede aprobarla alguien con más permisos en el programa.',
};
