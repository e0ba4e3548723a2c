/** The values of keys that a program file leaves out. */
export const DEFAULTS = {
  webview_session_seconds: 15 * 60,
  daily_friends_per_address: 5,
  reminders: {
    tier_upgrade_percent: 80,
    points_expiration_days: 30,
    reward_expiration_days: 7,
  },
} as const;
