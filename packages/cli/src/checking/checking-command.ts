/** The command that a checking process runs. */
export const checkingCommand = 'check-and-send';
