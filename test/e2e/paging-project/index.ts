import './items/actions/echo.js';
import './items/syncs/entries.js';
import './items/syncs/items.js';
