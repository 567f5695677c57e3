/** Whose conversations a command means when nobody says. */
export const defaultTenant = 'local';
