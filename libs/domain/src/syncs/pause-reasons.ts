/** Why a sync is paused. Only what the gateway paused for dead credentials is resumed by a reconnect. */
export const PAUSE_REASONS = {
  byUser: 'paused_by_user',
  authDead: 'auth_dead',
  autoStartOff: 'auto_start_off',
} as const;
