import { useState, type ReactElement } from 'react';

/** An integration's logo beside its name; its first letter where the picture does not load. */
export function Logo({
  address,
  name,
  size = 'small',
}: {
  readonly address: string;
  readonly name: string;
  readonly size?: 'small' | 'large';
}): ReactElement {
  const [isBroken, setBroken] = useState(false);
  const isShown = !isBroken && isPicture(address);
  return (
    <span className={`logo logo-${size}`} aria-hidden="true">
      {isShown ? (
        <img src={address} alt="" draggable={false} onError={() => setBroken(true)} />
      ) : (
        <span className="logo-letter">{[...name][0]?.toUpperCase()}</span>
      )}
    </span>
  );
}

function isPicture(address: string): boolean {
  const url = URL.parse(address, window.location.href);
  return url !== null && ['https:', 'http:'].includes(url.protocol);
}
