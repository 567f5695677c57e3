import type { ComponentProps, ReactNode } from 'react';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

/** A button with words, an icon, or both. `unavailable` keeps it focusable and says so to assistive technology. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  readonly kind?: 'primary' | 'secondary' | 'plain';
  readonly size?: 'small' | 'regular';
  readonly icon?: IconName;
  /** The name of a button that shows only its icon. */
  readonly label?: string;
  readonly unavailable?: boolean;
  readonly children?: ReactNode;
}

/** The page's one button. */
export function Button({
  kind = 'secondary',
  size = 'regular',
  icon,
  label,
  unavailable,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const iconOnly = children === undefined;
  const classes = ['button', kind, size === 'small' ? 'small' : '', iconOnly ? 'icon-only' : '', className ?? ''];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-label={label}
      title={iconOnly ? label : rest.title}
      aria-disabled={unavailable || undefined}
      onClick={(event) => {
        if (unavailable) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
