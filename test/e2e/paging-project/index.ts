import './items/actions/echo.js';
import './items/syncs/items.js';
